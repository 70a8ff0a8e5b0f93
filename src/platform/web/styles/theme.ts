import { createTheme } from '@mui/material/styles';
import { printStyles } from './print-styles.ts';
import { colors, fonts, motion, radius, shadow, sizes } from './tokens.ts';
import { touchStyles } from './touch-styles.ts';

const focusRing = { outline: `2px solid ${colors.brandText}`, outlineOffset: 2 };

/** The back office's look: light only, small controls, the brand as a fill under ink and never as text. */
export const theme = createTheme({
  palette: {
    mode: 'light',
    primary: { main: colors.brand, dark: colors.brandHover, light: colors.brandTint, contrastText: colors.ink },
    secondary: { main: colors.brandText, contrastText: colors.white },
    error: { main: colors.error },
    warning: { main: colors.warning },
    info: { main: colors.info },
    success: { main: colors.brandText },
    text: { primary: colors.ink, secondary: colors.inkSoft },
    divider: colors.line,
    background: { default: colors.surface, paper: colors.white },
  },
  shape: { borderRadius: radius.control },
  transitions: {
    duration: { shortest: motion.short, shorter: motion.short, short: motion.short, standard: motion.long },
  },
  typography: {
    fontFamily: fonts.text,
    fontSize: 14,
    body1: { fontSize: '0.9375rem', lineHeight: 1.5 },
    h1: { fontFamily: fonts.heading, fontSize: '1.625rem', fontWeight: 600, lineHeight: 1.2, textWrap: 'balance' },
    h2: { fontFamily: fonts.heading, fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.25 },
    h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.4 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' },
        a: { color: colors.brandText },
        ':focus-visible': focusRing,
        '@media print': printStyles,
        '@media (max-width: 599.95px), (pointer: coarse)': touchStyles,
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { '&:focus-visible': focusRing } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          variants: [
            { props: { variant: 'text', color: 'primary' }, style: { color: colors.brandText } },
            {
              props: { variant: 'outlined', color: 'primary' },
              style: { color: colors.brandText, borderColor: colors.lineStrong },
            },
          ],
        },
      },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: radius.control, color: colors.inkSoft } } },
    MuiLink: { defaultProps: { color: 'secondary' } },
    MuiPaper: { styleOverrides: { outlined: { borderColor: colors.line, borderRadius: radius.card } } },
    MuiDialog: {
      styleOverrides: { paper: { borderRadius: radius.card, boxShadow: shadow }, paperFullScreen: { borderRadius: 0 } },
    },
    MuiMenu: { styleOverrides: { paper: { boxShadow: shadow, border: `1px solid ${colors.line}` } } },
    MuiMenuItem: {
      defaultProps: { dir: 'auto' },
      styleOverrides: { root: { whiteSpace: 'normal', overflowWrap: 'anywhere' } },
    },
    MuiDialogTitle: { defaultProps: { variant: 'h2' }, styleOverrides: { root: { overflowWrap: 'anywhere' } } },
    MuiTooltip: {
      defaultProps: { enterDelay: 400 },
      styleOverrides: { tooltip: { backgroundColor: colors.ink, fontSize: '0.8125rem', maxWidth: 320 } },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiFormLabel: { styleOverrides: { root: { '&.Mui-focused': { color: colors.brandText } } } },
    MuiOutlinedInput: {
      defaultProps: { size: 'small' },
      styleOverrides: {
        root: {
          backgroundColor: colors.white,
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: colors.brandText },
        },
        notchedOutline: { borderColor: colors.lineStrong },
      },
    },
    MuiCheckbox: { styleOverrides: { root: { '&.Mui-checked': { color: colors.brandText } } } },
    MuiRadio: { styleOverrides: { root: { '&.Mui-checked': { color: colors.brandText } } } },
    MuiSwitch: { defaultProps: { color: 'secondary' } },
    MuiTabs: { defaultProps: { textColor: 'inherit', indicatorColor: 'secondary' } },
    MuiTab: {
      styleOverrides: {
        root: { textTransform: 'none', minHeight: 44, opacity: 1, '&:not(.Mui-selected)': { color: colors.inkSoft } },
      },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          variants: [
            {
              props: { severity: 'error', variant: 'standard' },
              style: { backgroundColor: colors.errorTint, color: colors.error },
            },
            {
              props: { severity: 'warning', variant: 'standard' },
              style: { backgroundColor: colors.warningTint, color: colors.warning },
            },
            {
              props: { severity: 'success', variant: 'standard' },
              style: { backgroundColor: colors.brandTint, color: colors.onBrandTint },
            },
            {
              props: { severity: 'info', variant: 'standard' },
              style: { backgroundColor: colors.infoTint, color: colors.info },
            },
          ],
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&.MuiTableRow-hover:hover': { backgroundColor: colors.surface } } } },
    // the arrow stands in the gap between two columns: a place of its own would make each figure's column half as wide again
    MuiTableSortLabel: {
      styleOverrides: {
        root: { position: 'relative' },
        icon: {
          position: 'absolute',
          left: '100%',
          margin: 0,
          fontSize: 16,
          '.MuiTableCell-alignRight &': { left: 'auto', right: '100%' },
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: colors.line,
          padding: '4px 8px',
          height: sizes.tableRow,
          fontSize: '0.8125rem',
          // tables of many numbers need the width
          '&.MuiTableCell-paddingCheckbox': { padding: '0 0 0 8px' },
        },
        head: { color: colors.inkSoft, fontWeight: 600, lineHeight: 1.3, backgroundColor: colors.white },
      },
    },
    MuiChip: { defaultProps: { size: 'small' } },
  },
});
