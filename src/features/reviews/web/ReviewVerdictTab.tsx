import { EntriesEditor } from '../../../platform/web/ui/inputs/EntriesEditor.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { PointFields } from '../../publishing/web/PointFields.tsx';
import { MAX_POINTS, MAX_SUB_SCORES } from '../contract.ts';
import { TESTED_CHOICES } from './review-choices.ts';

/** What the box at the top of the page says. */
export function ReviewVerdictTab() {
  return (
    <>
      <FormSection>
        <SelectInput
          name="tested"
          label="Judged by"
          help="Said on the page. A test must be described in the text; never claim one that was not made."
          options={TESTED_CHOICES}
        />
        <TextInput name="score" label="Score" help="0 to 10, one decimal." type="money" unit="/ 10" />
        <Wide>
          <TextInput name="verdict" label="Verdict" help="The whole review in at most 400 characters." rows={3} />
        </Wide>
        <PointFields max={MAX_POINTS} consHelp="A fair review names at least one." />
      </FormSection>
      <FormSection>
        <Wide>
          <EntriesEditor
            name="sub_scores"
            label="Sub-scores"
            help="Single sides of the product, such as taste or price. They do not change the score."
            noun="sub-score"
            addLabel="Add sub-score"
            max={MAX_SUB_SCORES}
            blank={() => ({ name: '', score: '' })}
          >
            {(at) => (
              <FormSection>
                <TextInput name={`${at}.name`} label="Name" isRequired />
                <TextInput name={`${at}.score`} label="Points" isRequired type="money" unit="/ 10" />
              </FormSection>
            )}
          </EntriesEditor>
        </Wide>
      </FormSection>
    </>
  );
}
