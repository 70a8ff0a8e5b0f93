import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { Network } from '../../../networks/contract.ts';
import { judgeUrlTemplate } from '../../../../platform/macros/macros.ts';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { SAMPLE_MACROS } from '../../outgoing-macros.ts';
import { judgeOffer, offerUrl } from '../../rules.ts';
import type { OfferValues } from './offer-form.ts';

type Props = { networks: readonly Network[] };

/** The address a visitor would be sent to, with sample values, as it is typed; and what is doubtful about it. */
export function UrlPreview({ networks }: Props) {
  const url = useWatch<OfferValues, 'url'>({ name: 'url' }).trim();
  const networkId = useWatch<OfferValues, 'network_id'>({ name: 'network_id' });
  const network = networks.find((one) => String(one.id) === networkId);
  if (!url || judgeUrlTemplate(url) !== undefined) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The final URL shows here as soon as the offer URL is one.
      </Typography>
    );
  }
  const link = {
    url,
    click_param: network?.click_param ?? null,
    append_click_id: network?.append_click_id ?? false,
    extra_params: network?.extra_params ?? [],
  };
  const warnings = judgeOffer({ ...link, network_id: network?.id ?? null }, undefined);
  return (
    <>
      <CopyField
        label="Final URL"
        value={offerUrl(link, SAMPLE_MACROS)}
        help={`With sample values, such as click id ${SAMPLE_MACROS['click_id']}.`}
      />
      {warnings.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {warnings.map((warning) => (
            <div key={warning.code}>{warning.message}</div>
          ))}
        </Alert>
      )}
    </>
  );
}
