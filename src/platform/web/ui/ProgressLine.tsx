import Box from '@mui/material/Box';

type Props = {
  label?: string;
  /** In pixels. */
  height?: number;
  /** How far it is, in percent; without it nobody knows. */
  value?: number;
};

/** A thin line while something is on its way. The library's weighs more than all else that is shown while a screen loads. */
export function ProgressLine({ label = 'Loading', height = 2, value }: Props) {
  const isKnown = value !== undefined;
  return (
    <Box
      role="progressbar"
      aria-label={label}
      {...(isKnown && { 'aria-valuenow': Math.round(value), 'aria-valuemin': 0, 'aria-valuemax': 100 })}
      sx={{
        height,
        position: 'relative',
        overflow: 'hidden',
        backgroundColor: 'action.selected',
        '@keyframes progress-line': { from: { left: '-40%' }, to: { left: '100%' } },
        '&::before': {
          content: '""',
          position: 'absolute',
          top: 0,
          bottom: 0,
          left: 0,
          width: isKnown ? `${value}%` : '40%',
          backgroundColor: 'secondary.main',
          animation: isKnown ? 'none' : 'progress-line 1.2s ease-in-out infinite',
          '@media (prefers-reduced-motion: reduce)': { animation: 'none', width: isKnown ? `${value}%` : '100%' },
        },
      }}
    />
  );
}
