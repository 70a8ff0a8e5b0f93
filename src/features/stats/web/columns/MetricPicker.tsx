import Box from '@mui/material/Box';
import { useFormContext } from 'react-hook-form';
import { FilterSelect } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { FIGURE_NAMES, titleOf } from '../../../reports/metrics.ts';
import { type ColumnValues, putIn } from './own-column-form.ts';

const METRICS = FIGURE_NAMES.map((name) => ({ value: name, label: `${titleOf(name)}: ${name}` }));

/** Every metric that a formula may name; choosing one puts its name where the caret is. */
export function MetricPicker() {
  const { getValues, setValue } = useFormContext<ColumnValues>();
  const handlePick = (name: string) => {
    const input = document.querySelector<HTMLTextAreaElement>('textarea[name="formula"]');
    const text = getValues('formula');
    const put = putIn(text, name, input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length);
    setValue('formula', put.text, { shouldDirty: true });
    // once the list of metrics has given the focus back
    setTimeout(() => {
      input?.focus();
      input?.setSelectionRange(put.caret, put.caret);
    });
  };
  return (
    <Box sx={{ display: 'flex', mb: 1 }}>
      <FilterSelect
        label="Insert a metric"
        all="Choose one"
        value=""
        options={METRICS}
        onChange={(name) => name && handlePick(name)}
      />
    </Box>
  );
}
