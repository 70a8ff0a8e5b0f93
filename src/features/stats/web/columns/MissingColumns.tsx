import Alert from '@mui/material/Alert';

/** What is said in the place of own columns that an address names in vain. */
export const MissingColumns = ({ count }: { count: number }) => (
  <Alert severity="info" sx={{ mb: 3 }}>
    {count === 1
      ? 'One own column of this report is left out: it is deleted, or not shared.'
      : `${count} own columns of this report are left out: they are deleted, or not shared.`}
  </Alert>
);
