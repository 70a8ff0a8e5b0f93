import { useWatch } from 'react-hook-form';
import { EntriesEditor } from '../../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { formatDateTime } from '../../../../platform/web/date-time.ts';
import { MAX_CHANGES } from '../../contract.ts';

/** What changed on which day, told to readers; under `changes`. */
export function ChangeFields() {
  const zone = useTimeZone();
  return (
    <EntriesEditor
      name="changes"
      label="What changed"
      help="Told to readers, the newest first: “Its price doubled in March.” In a guide, changes of order, score and badge are told by themselves."
      noun="change"
      addLabel="Add change"
      max={MAX_CHANGES}
      isFixedOrder
      isKept={(entry) => entry['auto'] !== undefined}
      blank={() => ({ on: formatDateTime(new Date().toISOString(), zone).slice(0, 10), note: '' })}
    >
      {(at) => <ChangeEntryFields at={at} />}
    </EntriesEditor>
  );
}

/** One entry; of one that the program wrote the note alone can be typed. */
function ChangeEntryFields({ at }: { at: string }) {
  const { on, auto } = useWatch<Record<string, { on: string; auto?: string }>>({ name: at });
  if (auto !== undefined) {
    return (
      <FormSection title={`${on}, written by the program`} help={auto}>
        <Wide>
          <TextInput
            name={`${at}.note`}
            label="Your words (optional)"
            help="Readers see them behind the sentence above, which stays as it is."
            rows={2}
          />
        </Wide>
      </FormSection>
    );
  }
  return (
    <FormSection>
      <TextInput name={`${at}.on`} label="Day" type="date" isRequired />
      <Wide>
        <TextInput name={`${at}.note`} label="Note" isRequired rows={2} />
      </Wide>
    </FormSection>
  );
}
