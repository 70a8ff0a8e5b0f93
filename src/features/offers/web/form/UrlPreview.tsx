import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { judgeUrlTemplate } from '../../../../platform/macros/macros.ts';
import { FailedParts } from '../../../../platform/web/ui/states/FailedParts.tsx';
import { networkQueries } from '../../../networks/web/client.ts';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { SAMPLE_MACROS } from '../../outgoing-macros.ts';
import { judgeOffer, offerUrl } from '../../rules.ts';
import type { OfferValues } from './offer-form.ts';

/** The address a visitor would be sent to, with sample values, as it is typed; and what is doubtful about it. */
export function UrlPreview() {
  const url = useWatch<OfferValues, 'url'>({ name: 'url' }).trim();
  const networkId = useWatch<OfferValues, 'network_id'>({ name: 'network_id' });
  const found = useQuery({ ...networkQueries.one(Number(networkId)), enabled: networkId !== '' });
  const network = networkId === '' ? undefined : found.data;
  if (!url || judgeUrlTemplate(url) !== undefined) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        The final URL shows here as soon as the offer URL is one.
      </Typography>
    );
  }
  // without what the network adds it would be another address, and the doubts about it wrong
  if (networkId !== '' && !network) return <FailedParts queries={[found]} />;
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
