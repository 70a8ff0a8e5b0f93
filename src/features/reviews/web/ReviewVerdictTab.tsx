import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import { TESTED_CHOICES } from './review-choices.ts';

/** What the box at the top of the page says. */
export function ReviewVerdictTab() {
  return (
    <FormSection>
      <SelectInput
        name="tested"
        label="How it was judged"
        help="Said on the page; never claim a test that was not made."
        options={TESTED_CHOICES}
      />
      <TextInput name="score" label="Score" help="0 to 10, one decimal." type="money" placeholder="8.5" />
      <Wide>
        <TextInput name="verdict" label="Verdict" help="At most 400 characters." rows={3} />
      </Wide>
      <TextInput name="pros" label="Pros" help="One on a line, at most 8." rows={4} />
      <TextInput name="cons" label="Cons" help="One on a line, at most 8. A fair list names one." rows={4} />
    </FormSection>
  );
}
