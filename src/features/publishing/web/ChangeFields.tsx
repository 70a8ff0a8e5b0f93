import { EntriesEditor } from '../../../platform/web/ui/EntriesEditor.tsx';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import { formatDateTime } from '../../../platform/web/date-time.ts';
import { MAX_CHANGES } from '../contract.ts';

/** What changed on which day, told to readers; under `changes`. */
export function ChangeFields() {
  const zone = useTimeZone();
  return (
    <EntriesEditor
      name="changes"
      label="What changed"
      help="Told to readers, the newest first: “We moved a product from 1 to 3, because its price doubled.”"
      noun="change"
      addLabel="Add change"
      max={MAX_CHANGES}
      isFixedOrder
      blank={() => ({ on: formatDateTime(new Date().toISOString(), zone).slice(0, 10), note: '' })}
    >
      {(at) => (
        <FormSection>
          <TextInput name={`${at}.on`} label="Day" type="date" isRequired />
          <Wide>
            <TextInput name={`${at}.note`} label="Note" isRequired rows={2} />
          </Wide>
        </FormSection>
      )}
    </EntriesEditor>
  );
}
