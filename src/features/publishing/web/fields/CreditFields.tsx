import type { Found } from '../../../../platform/web/ui/filters/FindBox.tsx';
import { RecordInput } from '../../../../platform/web/ui/filters/RecordInput.tsx';
import type { FindQueries } from '../../../../platform/web/ui/filters/use-found.ts';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { EDITORIAL_LABELS } from '../editorial-form.ts';
import { ChangeFields } from './ChangeFields.tsx';

type Credited = { id: number; name: string; credentials: string | null };
export type People = FindQueries<Credited>;

const author = ({ id, name, credentials }: Credited): Found => ({
  id,
  label: credentials ? `${name}, ${credentials}` : name,
});

/** A reviewer without credentials would not be shown. */
const reviewer = (person: Credited): Found =>
  person.credentials ? author(person) : { ...author(person), isTaken: true, note: 'no credentials' };

/** Who wrote and who checked the text, when, and what changed since. */
export function CreditFields({ people }: { people: People }) {
  return (
    <FormSection>
      <RecordInput name="author_id" label="Author" queries={people} toFound={author} isText />
      <TextInput name="author_name" label={EDITORIAL_LABELS.author_name} help="Shown while no author is chosen." />
      <RecordInput
        name="reviewer_id"
        label="Reviewer"
        help="Shown only with credentials and a date of the check."
        queries={people}
        toFound={reviewer}
        isText
      />
      <TextInput name="reviewed_at" label="Checked on" type="date" />
      <Wide>
        <ChangeFields />
      </Wide>
    </FormSection>
  );
}
