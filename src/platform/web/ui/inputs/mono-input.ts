import { fonts } from '../../styles/tokens.ts';

/** The look of an input that holds a code or an address. Its height is that of every other input: at its own a small font loses its underscores. */
export const monoInput = {
  fontFamily: fonts.mono,
  fontSize: '0.875rem',
  '& input': { height: '1.4375rem', lineHeight: '1.4375rem' },
} as const;
