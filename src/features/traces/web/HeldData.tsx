import Box from '@mui/material/Box';
import { tracesClient } from './client.ts';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useContractForm } from '../../../platform/web/form.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { EraseBody } from '../contract.ts';
import { TRACES_LASTING } from '../lasting.ts';
import { DESK_KEY } from '../../conversions/web/client.ts';

type Props = { clickId: string };

/** What a person may ask for: everything that is held about their click, or its end. */
export function HeldData({ clickId }: Props) {
  const [isErasing, setIsErasing] = useState(false);
  const notify = useSnackbar();
  const load = useMutation({
    mutationFn: () => tracesClient.held(clickId),
    onSuccess: (held) => saveAs(`click-${clickId.replaceAll(/[^\w-]/g, '')}.json`, JSON.stringify(held, null, 2)),
    onError: (error) => notify({ message: error.message, tone: 'error' }),
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Button variant="outlined" loading={load.isPending} onClick={() => load.mutate()}>
        Export What Is Held
      </Button>
      <Button variant="outlined" color="error" onClick={() => setIsErasing(true)}>
        Delete Personal Traces
      </Button>
      {isErasing && <EraseDialog clickId={clickId} onClose={() => setIsErasing(false)} />}
    </Box>
  );
}

function saveAs(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function EraseDialog({ clickId, onClose }: { clickId: string; onClose: () => void }) {
  const afterChange = useAfterChange(DESK_KEY);
  const form = useContractForm({
    schema: EraseBody,
    values: { click_id: clickId, reason: '' },
    keepAs: `traces/${clickId}`,
  });
  const handleSave = async (body: EraseBody) => {
    const { message } = await tracesClient.erase(body);
    afterChange({ message });
    onClose();
  };
  return (
    <FormDialog
      title="Delete Personal Traces"
      form={form}
      onSave={handleSave}
      onClose={onClose}
      saveLabel="Delete Traces"
    >
      <FormSection help="The visit, its clicks, the messages about them and every id of theirs are deleted. Conversions stay, without their click.">
        <Wide>
          <CannotUndo why={TRACES_LASTING.erased} />
        </Wide>
        <Wide>
          <TextInput
            name="reason"
            label="Reason"
            isRequired
            rows={2}
            help="Kept in the audit log: who asked, and when."
          />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
