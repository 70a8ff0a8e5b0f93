import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import { expand, judgeUrlTemplate } from '../../../platform/macros/macros.ts';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { POSTBACK_MACROS } from './source-choices.ts';
import type { SourceValues } from './source-form.ts';
import { Hint } from '../../../platform/web/ui/Hint.tsx';

const SAMPLES = Object.fromEntries(POSTBACK_MACROS.map(({ name, sample }) => [name, sample]));

/** The postback URL with chips that add macros, and what it becomes with sample values. */
export function PostbackBuilder() {
  const { getValues, setValue } = useFormContext<SourceValues>();
  const url = useWatch<SourceValues, 'postback_url'>({ name: 'postback_url' }).trim();
  const handlePick = (name: string) =>
    setValue('postback_url', `${getValues('postback_url')}{${name}}`, { shouldDirty: true });
  const isUrl = url !== '' && judgeUrlTemplate(url) === undefined;
  return (
    <>
      <TextInput
        name="postback_url"
        label="Postback URL"
        help="An https address of the source, with macros after the host. It is stored sealed."
        type="url"
        rows={2}
        isMono
        placeholder="https://"
      />
      <Box role="group" aria-label="Macros" sx={{ mt: 1.5 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Pressing a macro adds it to the URL. A parameter whose macro has no value is left out.{' '}
          {'{status:approved=sale}'} puts your own word for a status, {'{sub1|none}'} has a fallback.
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, my: 1 }}>
          {POSTBACK_MACROS.map(({ name, means }) => (
            <Hint key={name} title={means} describeChild>
              <Chip label={`{${name}}`} variant="outlined" onClick={() => handlePick(name)} />
            </Hint>
          ))}
        </Box>
      </Box>
      {isUrl ? (
        <CopyField label="Preview" value={expand(url, SAMPLES, 'url')} help="With sample values." />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The preview shows here as soon as the postback URL is one.
        </Typography>
      )}
    </>
  );
}
