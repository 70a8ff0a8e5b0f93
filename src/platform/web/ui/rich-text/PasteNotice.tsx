import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { uploadImage } from '../../http.ts';
import type { LeftOut } from '../../paste/blocks.ts';
import { leftOutWords } from '../../paste/left-out.ts';

type Props = { left: LeftOut; onClose: () => void };

/** What the last paste left out, and the way of its pictures into the library when their data came along. */
export function PasteNotice({ left, onClose }: Props) {
  const [state, setState] = useState<{ isBusy?: boolean; said?: string }>({});
  const words = leftOutWords(left);
  const withData = left.pictures.filter(({ data }) => data !== undefined);
  const isOne = withData.length === 1;

  const handleUpload = async () => {
    setState({ isBusy: true });
    try {
      for (const [i, { data, name }] of withData.entries())
        await uploadImage(await fileOf(data!, name || `pasted-${i + 1}`));
      setState({
        said: isOne ? 'The picture is in Pictures now.' : `${withData.length} pictures are in Pictures now.`,
      });
    } catch (error) {
      setState({ said: error instanceof Error ? error.message : 'Image upload failed.' });
    }
  };

  return (
    // the region is there before its words come, so that they are read out
    <Box role="status">
      {words !== '' && (
        <Alert severity="info" role="presentation" onClose={onClose} sx={{ borderRadius: 0 }}>
          Left out of what was pasted: {words}. Ctrl+Z undoes the paste.
          {withData.length > 0 && (
            <Box sx={{ mt: 0.5 }}>
              {state.said ?? (
                <Button
                  size="small"
                  color="inherit"
                  variant="outlined"
                  loading={state.isBusy ?? false}
                  onClick={() => void handleUpload()}
                >
                  {isOne ? 'Put the picture into Pictures' : `Put ${withData.length} pictures into Pictures`}
                </Button>
              )}
            </Box>
          )}
        </Alert>
      )}
    </Box>
  );
}

/** @param data a file, or an address that holds the data itself */
async function fileOf(data: string | File, name: string): Promise<File> {
  if (typeof data !== 'string') return data;
  const [, type = 'image/png', body = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(data) ?? [];
  const bytes = Uint8Array.from(atob(body.replace(/\s+/g, '')), (sign) => sign.charCodeAt(0));
  return new File([bytes], `${name}.${type.split('/')[1]}`, { type });
}
