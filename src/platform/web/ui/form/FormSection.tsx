import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

type Props = {
  /** Left out for the only section of a form or tab. */
  title?: string;
  help?: ReactNode;
  /** Of the title; h2 where no dialog or tab has one above it. */
  level?: 'h2' | 'h3';
  children: ReactNode;
};

/** A group of fields; two columns where there is room. A child in Wide takes both. */
export function FormSection({ title, help, level = 'h3', children }: Props) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={title ? id : undefined} sx={{ '& + &': { mt: 1.5 } }}>
      {title && (
        <Typography id={id} variant="h3" component={level}>
          {title}
        </Typography>
      )}
      {help && (
        <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
          {help}
        </Typography>
      )}
      <Box
        sx={{
          display: 'grid',
          columnGap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          mt: title || help ? 1.5 : 0,
          alignItems: 'start',
          '& > *': { mb: 2 },
          // Neighbours share their rows, so that two inputs align whatever hints and errors they have.
          '& > .MuiFormControl-root': { display: 'grid', gridRow: 'span 4', gridTemplateRows: 'subgrid', mb: 2 },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
