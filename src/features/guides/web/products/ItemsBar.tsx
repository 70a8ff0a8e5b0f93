import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CsvButton } from '../../../../platform/web/ui/CsvButton.tsx';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { LOOKS, type Look } from './item-looks.ts';

type Props = {
  look: Look | '';
  onLook: (look: Look | '') => void;
  /** The numbers as a file. */
  loadCsv: (() => Promise<File>) | undefined;
};

/** In which order the rows are looked at, and their numbers as a file. */
export function ItemsBar({ look, onLook, loadCsv }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', px: 2, pb: 2, pt: 0.5 }}>
      <FilterSelect
        label="Look at them by"
        all="Rank"
        value={look}
        options={LOOKS}
        onChange={(value) => onLook(LOOKS.find((one) => one.value === value)?.value ?? '')}
      />
      {look && (
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 200px' }}>
          The most first. Readers see them by rank; look by rank to move them.
        </Typography>
      )}
      {loadCsv && (
        <Box sx={{ ml: 'auto' }}>
          <CsvButton load={loadCsv} label="Numbers as CSV" />
        </Box>
      )}
    </Box>
  );
}
