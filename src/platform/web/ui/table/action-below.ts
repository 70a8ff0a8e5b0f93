/** For an alert with an action: on phones the action stands below the words and leaves them the whole width. */
export const actionBelow = {
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  '& .MuiAlert-message': { flex: 1 },
  '& .MuiAlert-action': { flexBasis: { xs: '100%', sm: 'auto' }, pl: { xs: 3, sm: 2 }, pt: { xs: 0, sm: 0.5 } },
} as const;
