import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { PickInput } from '../../../../platform/web/ui/inputs/PickInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { EDITORIAL_LABELS } from '../editorial-form.ts';
import { ChangeFields } from './ChangeFields.tsx';

export type Credited = { id: number; name: string; credentials: string | null };
type Props = { people: readonly Credited[]; isLoading: boolean };

const choiceOf = ({ id, name, credentials }: Credited) => ({
  value: String(id),
  label: credentials ? `${name}, ${credentials}` : name,
});

/** Who wrote and who checked the text, when, and what changed since. */
export function CreditFields({ people, isLoading }: Props) {
  return (
    <FormSection>
      <PickInput name="author_id" label="Author" options={people.map(choiceOf)} isLoading={isLoading} />
      <TextInput name="author_name" label={EDITORIAL_LABELS.author_name} help="Shown while no author is chosen." />
      <PickInput
        name="reviewer_id"
        label="Reviewer"
        help="Shown only with credentials and a date of the check."
        options={people.filter((one) => one.credentials).map(choiceOf)}
        isLoading={isLoading}
      />
      <TextInput name="reviewed_at" label="Checked on" type="date" />
      <Wide>
        <ChangeFields />
      </Wide>
    </FormSection>
  );
}
