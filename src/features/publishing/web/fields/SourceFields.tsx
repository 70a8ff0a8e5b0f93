import { EntriesEditor } from '../../../../platform/web/ui/inputs/EntriesEditor.tsx';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { EVIDENCE_TIERS, MAX_SOURCES } from '../../contract.ts';

const TIER_WORDS: Record<(typeof EVIDENCE_TIERS)[number], string> = {
  guideline: 'Guideline',
  systematic_review: 'Systematic review',
  trial: 'Trial',
  observational: 'Observational study',
  other: 'Other',
};
const TIERS: readonly Choice[] = EVIDENCE_TIERS.map((value) => ({ value, label: TIER_WORDS[value] }));

/** What the text rests on, under `sources`. */
export function SourceFields() {
  return (
    <FormSection>
      <Wide>
        <EntriesEditor
          name="sources"
          label="Sources"
          help="What the text rests on. Readers see title, link and kind of evidence."
          noun="source"
          addLabel="Add source"
          max={MAX_SOURCES}
          blank={() => ({ title: '', url: '', tier: 'other' })}
        >
          {(at) => (
            <FormSection>
              <Wide>
                <TextInput name={`${at}.title`} label="Title" isRequired />
              </Wide>
              <TextInput name={`${at}.url`} label="Address" type="url" isRequired placeholder="https://" />
              <SelectInput name={`${at}.tier`} label="Evidence" options={TIERS} />
            </FormSection>
          )}
        </EntriesEditor>
      </Wide>
    </FormSection>
  );
}
