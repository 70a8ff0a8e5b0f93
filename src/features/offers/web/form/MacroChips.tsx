import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormContext } from 'react-hook-form';
import { OUTGOING_MACROS } from '../../outgoing-macros.ts';
import type { OfferValues } from './offer-form.ts';
import { Hint } from '../../../../platform/web/ui/Hint.tsx';

const COMMON = ['click_id', 'sub1', 'guide.id', 'item.id', 'rank', 'utm_source', 'utm_campaign', 'country', 'device'];

/** Every macro with what it means; pressing one puts it at the end of the offer URL. */
export function MacroChips() {
  const { getValues, setValue } = useFormContext<OfferValues>();
  const handlePick = (name: string) =>
    setValue('url', `${getValues('url')}{${name}}`, { shouldDirty: true, shouldValidate: true });
  const chips = (all: typeof OUTGOING_MACROS) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}>
      {all.map(({ name, means }) => (
        <Hint key={name} title={means} describeChild>
          <Chip label={`{${name}}`} variant="outlined" onClick={() => handlePick(name)} />
        </Hint>
      ))}
    </Box>
  );
  return (
    <Box role="group" aria-label="Macros">
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Macros are filled in at each click; pressing one adds it to the offer URL. What is not known is left out.
      </Typography>
      {chips(OUTGOING_MACROS.filter((macro) => COMMON.includes(macro.name)))}
      <Box component="details" sx={{ mt: 1, '& summary': { cursor: 'pointer', fontSize: '0.875rem' } }}>
        <summary>All macros</summary>
        {chips(OUTGOING_MACROS.filter((macro) => !COMMON.includes(macro.name)))}
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {'{name:raw}'} is not URL-encoded, {'{name:lower}'} in small letters, {'{name:hash}'} unreadable but always
          the same, {'{name|text}'} has a fallback.
        </Typography>
      </Box>
    </Box>
  );
}
