import { mdiDownload } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { saveFile } from '../../../platform/web/save-file.ts';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { QrPicture } from '../../../platform/web/qr/QrPicture.tsx';
import { ViewDialog, ViewPart } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import { sourceQueries } from '../../sources/web/client.ts';
import { adUrl } from '../ad-url.ts';
import type { Link } from '../contract.ts';
import { qrCode, qrPng, qrSvg } from '../../../platform/web/qr/qr.ts';
import { UtmBuilder } from './sharing/UtmBuilder.tsx';

type Props = {
  link: Link;
  onClose: () => void;
};

/** Everything that is taken from a link to other places: its addresses, an address with utm values, its QR code. */
export function LinkShareDialog({ link, onClose }: Props) {
  const code = useMemo(() => qrCode(link.url), [link.url]);
  const sourceId = link.traffic_source_id ?? 0;
  const source = useQuery({ ...sourceQueries.one(sourceId), enabled: sourceId > 0 });
  const suffix = source.data?.url_suffix;
  const [failure, setFailure] = useState<string>();

  const handlePng = async () => {
    setFailure(undefined);
    try {
      saveFile(`${link.slug}.png`, await qrPng(code));
    } catch (error) {
      setFailure((error as Error).message);
    }
  };

  return (
    <ViewDialog title={`Share ${link.name}`} onClose={onClose}>
      <ViewPart title="Addresses">
        <CopyField label="Short URL" value={link.url} />
        <FailedParts queries={[source]} />
        {suffix ? (
          <CopyField
            label="Ad URL"
            value={adUrl(link.url, suffix)}
            help={`For ads at ${link.source_name}: it fills in the words in braces.`}
          />
        ) : (
          (source.data !== undefined || sourceId === 0) && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {link.source_name === null
                ? 'Give the link a traffic source to get an ad URL with the parameters of that source.'
                : `${link.source_name} names no parameters, so the short URL is the ad URL as well.`}
            </Typography>
          )
        )}
      </ViewPart>
      <ViewPart title="UTM Builder">
        <UtmBuilder url={link.url} />
      </ViewPart>
      <ViewPart title="QR Code">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <QrPicture code={code} label={`QR code of ${link.url}`} />
          <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
            <Button
              variant="outlined"
              startIcon={<Icon path={mdiDownload} />}
              onClick={() => saveFile(`${link.slug}.svg`, new Blob([qrSvg(code)], { type: 'image/svg+xml' }))}
            >
              Download SVG
            </Button>
            <Button variant="outlined" startIcon={<Icon path={mdiDownload} />} onClick={() => void handlePng()}>
              Download PNG
            </Button>
          </Box>
        </Box>
        {failure && <Alert severity="error">{failure}</Alert>}
      </ViewPart>
    </ViewDialog>
  );
}
