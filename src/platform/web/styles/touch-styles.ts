/** On phones and touch screens what is pressed is 44 px high, for fingers; elsewhere the back office stays dense. */
export const touchStyles = {
  '.MuiButton-root, .MuiToggleButton-root, .MuiInputBase-root': { minHeight: 44 },
  '.MuiIconButton-root, .MuiCheckbox-root': { minWidth: 44, minHeight: 44 },
  '.MuiOutlinedInput-input.MuiInputBase-inputSizeSmall': { paddingBlock: 10.5 },
  '.MuiChip-root.MuiChip-clickable': { height: 36 },
  summary: { paddingBlock: 12 },
} as const;
