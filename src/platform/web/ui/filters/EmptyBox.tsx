import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';

type Props = { label: string; text: string };

/** In the place of a filter while it comes, as large. */
export const EmptyBox = ({ label, text }: Props) => (
  <FormControl size="small" fullWidth disabled>
    <InputLabel shrink>{label}</InputLabel>
    <OutlinedInput label={label} notched placeholder={text} slotProps={{ input: { 'aria-label': label } }} />
  </FormControl>
);
