import { mdiShareVariantOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import { Icon } from '../../../../platform/web/ui/Icon.tsx';
import { CannotUndo } from '../../../../platform/web/ui/dialog/CannotUndo.tsx';
import { ViewDialog } from '../../../../platform/web/ui/dialog/ViewDialog.tsx';
import { PUBLISHING_LASTING } from '../../lasting.ts';
import { publishingCalls, type RecordPath } from '../client.ts';

type Props = {
  path: RecordPath;
  /** Keeps the edits first, so that the link shows them. @returns false when that failed */
  flush?: () => Promise<boolean>;
};

/** Makes an address by which somebody without a login sees the page with the unsaved edits, for 7 days. */
export function PreviewLinkButton({ path, flush }: Props) {
  const link = useMutation({
    mutationFn: async () => {
      if (flush && !(await flush())) throw new Error('Your edits could not be kept, so there is nothing to show yet.');
      const { data: made } = await publishingCalls.previewLink(path);
      return { ...made, url: new URL(made.url, window.location.origin).href };
    },
  });
  const { data } = link;
  return (
    <>
      <Button
        size="small"
        startIcon={<Icon path={mdiShareVariantOutline} />}
        loading={link.isPending}
        loadingPosition="start"
        onClick={() => link.mutate()}
      >
        Preview link
      </Button>
      {(data || link.error) && (
        <ViewDialog
          title="Preview link"
          width="small"
          tools={
            data && (
              <Button href={data.url} target="_blank" rel="noopener">
                Open
              </Button>
            )
          }
          onClose={link.reset}
        >
          {link.error && <Alert severity="error">{link.error.message}</Alert>}
          {data && (
            <>
              <CopyField
                label="Address of the preview"
                value={data.url}
                help={
                  <>
                    Whoever has it sees the page with your unsaved edits, until <DateTime value={data.expires_at} />. It
                    is not indexed and not counted.
                  </>
                }
              />
              <Box sx={{ mt: 1.5 }}>
                <CannotUndo why={PUBLISHING_LASTING.previewLink} />
              </Box>
            </>
          )}
        </ViewDialog>
      )}
    </>
  );
}
