import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';

type Props = {
  noun: string;
  /** Why the server refused to publish at the set time. */
  problem?: string | undefined;
};

/** When a page appears and when it goes by itself; the values are local times of the site, '' for none. */
export function ScheduleFields({ noun, problem }: Props) {
  const zone = useTimeZone();
  const { setValue } = useFormContext();
  const [from, until] = useWatch({ name: ['publish_at', 'unpublish_at'] }) as [string, string];
  const clear = (name: string) => setValue(name, '', { shouldDirty: true });
  return (
    <FormSection
      help={`Times are those of ${zone}. At the set time the checklist is asked again: a ${noun} that it blocks stays as it is, and the reason stands here.`}
    >
      {problem && (
        <Wide>
          <Alert severity="error">{problem}</Alert>
        </Wide>
      )}
      <TextInput
        name="publish_at"
        label="Publish at"
        type="datetime-local"
        help="The status becomes Published then. Leave the status at Draft until."
      />
      <TextInput
        name="unpublish_at"
        label="Unpublish at"
        type="datetime-local"
        help="The status becomes Archived then."
      />
      <Wide>
        <Button disabled={!from} onClick={() => clear('publish_at')} variant="outlined" sx={{ mr: 1 }}>
          Cancel publishing
        </Button>
        <Button disabled={!until} onClick={() => clear('unpublish_at')} variant="outlined">
          Cancel unpublishing
        </Button>
      </Wide>
    </FormSection>
  );
}
