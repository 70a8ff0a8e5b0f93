import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useKeptState } from '../../../../platform/web/session/kept-form.ts';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { KeptNotice } from '../../../../platform/web/ui/form/KeptNotice.tsx';
import { UTM_KEYS } from '../../../sources/contract.ts';
import { utmUrl, type UtmKey } from '../../ad-url.ts';

const EXAMPLES: Record<UtmKey, string> = {
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'spring-sleep',
  utm_term: 'magnesium',
  utm_content: 'blue-button',
};

const NOTHING = {};

type Props = { url: string };

/** Composes an address for one campaign, ad or mail. Nothing of it is stored: the values travel in the address. */
export function UtmBuilder({ url }: Props) {
  const id = useId();
  const [values, setValues, kept] = useKeptState<Partial<Record<UtmKey, string>>>(
    `utm${new URL(url).pathname}`,
    NOTHING,
  );
  const isEmpty = UTM_KEYS.every((key) => !values[key]?.trim());
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Box id={id} sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        An address of your own for one mail, post or ad: what you type here is counted with each of its visits, and
        nothing of it is stored in the link.
      </Box>
      <KeptNotice kept={kept} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {UTM_KEYS.map((key) => (
          <TextField
            key={key}
            label={key}
            value={values[key] ?? ''}
            placeholder={EXAMPLES[key]}
            slotProps={{ inputLabel: { shrink: true } }}
            onChange={(event) => setValues({ ...values, [key]: event.target.value })}
          />
        ))}
        <Box sx={{ alignSelf: 'center' }}>
          <Button disabled={isEmpty} onClick={() => setValues(NOTHING)}>
            Clear
          </Button>
        </Box>
      </Box>
      <CopyField label="URL with UTM Values" value={utmUrl(url, values)} />
    </Box>
  );
}
