import Box from '@mui/material/Box';
import { postbackQueries, postbacksClient } from './client.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '../../../platform/web/form.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import { DateTime } from '../../../platform/web/ui/DateTime.tsx';
import { CannotUndo } from '../../../platform/web/ui/dialog/CannotUndo.tsx';
import { FailedParts } from '../../../platform/web/ui/states/FailedParts.tsx';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { AssignBody, type Orphan } from '../../conversions/manual-contract.ts';
import { CONVERSIONS_LASTING } from '../../conversions/lasting.ts';
import { DESK_KEY, STATS_KEY } from '../../conversions/web/client.ts';

type Props = { orphan: Orphan; onClose: () => void };

/** Ties an orphan to a click that the administrator names or picks. */
export function AssignClickDialog({ orphan, onClose }: Props) {
  const clicks = useQuery(postbackQueries.candidates(orphan.id));
  const queries = useQueryClient();
  const afterChange = useAfterChange(DESK_KEY);
  const form = useContractForm({
    schema: AssignBody,
    values: { click_id: '', reason: '' },
    keepAs: `orphan/${orphan.id}`,
  });

  const handleSave = async (body: AssignBody) => {
    const { message = 'The conversion is tied to its click now.' } = await postbacksClient.assign(orphan.id, body);
    void queries.invalidateQueries({ queryKey: STATS_KEY });
    afterChange({ message });
    onClose();
  };

  return (
    <FormDialog title="Tie To A Click" form={form} onSave={handleSave} onClose={onClose} saveLabel="Tie">
      <FormSection help={`The network sent "${orphan.click_key}", which is no click of ours.`}>
        <Wide>
          <TextInput name="click_id" label="Click id" isRequired isMono help="Typed, pasted, or picked below." />
        </Wide>
        <Wide>
          <TextInput name="reason" label="Reason" isRequired rows={2} />
        </Wide>
        <Wide>
          <CannotUndo why={CONVERSIONS_LASTING.match} />
        </Wide>
        <Wide>
          <Typography component="h3" sx={{ fontWeight: 600, fontSize: '0.875rem', mb: 1 }}>
            Clicks it may have come from
          </Typography>
          <FailedParts queries={[clicks]} />
          {clicks.isPending && <Skeleton height={48} />}
          {clicks.data?.data.length === 0 && (
            <Typography sx={{ color: 'text.secondary' }}>None in the seven days before it.</Typography>
          )}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {clicks.data?.data.map((click) => (
              <Box
                component="li"
                key={click.click_id}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  gap: 1,
                  alignItems: 'center',
                  py: 1,
                  borderTop: 1,
                  borderColor: 'divider',
                }}
              >
                <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
                  <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
                    {click.click_id}
                  </Box>
                  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                    <DateTime value={click.ts} />
                    {[click.offer, click.country, click.device].filter(Boolean).map((part) => `, ${part}`)}. {click.why}
                  </Typography>
                </Box>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={`Take ${click.click_id}`}
                  onClick={() => form.setValue('click_id', click.click_id, { shouldDirty: true })}
                >
                  Take
                </Button>
              </Box>
            ))}
          </Box>
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
