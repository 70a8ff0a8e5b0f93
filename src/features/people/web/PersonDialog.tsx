import { useContractForm } from '../../../platform/web/form.ts';
import { RecordDialog } from '../../../platform/web/ui/form/RecordDialog.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../platform/web/ui/inputs/ImageField.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { type Person, PersonChange, PersonInput } from '../contract.ts';
import { peopleClient } from './client.ts';
import { PERSON_LABELS, toValues, toWire } from './person-form.ts';

type Props = {
  /** Undefined adds somebody new. */
  person: Person | undefined;
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits an author or reviewer. */
export function PersonDialog({ person, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: person ? PersonChange : PersonInput,
    values: toValues(person),
    keepAs: `person/${person?.id ?? 'new'}`,
    toWire,
  });

  return (
    <RecordDialog
      record={person}
      addTitle="Add person"
      form={form}
      calls={peopleClient}
      conflict={{ fromRecord: toValues, labels: PERSON_LABELS }}
      savedNotice="Person saved."
      onClose={onClose}
      onSaved={onSaved}
    >
      <FormSection>
        <TextInput name="name" label="Name" help="A real human being." isRequired autoFocus />
        <TextInput name="job_title" label="Role" help="What the person does here." placeholder="Senior editor" />
        <Wide>
          <ImageField name="photo_url" label="Photo" />
        </Wide>
        <Wide>
          <TextInput name="bio" label="About" help="Readers see it on the person's own page." rows={4} />
        </Wide>
      </FormSection>
      <FormSection
        title="What stands behind the name"
        help="Only who has credentials is shown to readers as the reviewer of a guide or review."
      >
        <TextInput name="credentials" label="Credentials" placeholder="RD, MSc" />
        <TextInput
          name="licence_url"
          label="Where to check them"
          help="The page of a register or a licence."
          type="url"
          placeholder="https://"
        />
        <Wide>
          <TextInput
            name="conflicts_of_interest"
            label="Conflicts of interest"
            help="Ties to a brand that a reader should know of; shown with the name."
            rows={2}
          />
        </Wide>
      </FormSection>
      <FormSection title="Page and profiles">
        <Wide>
          <TextInput
            name="slug"
            label="Slug"
            help={
              person
                ? "The end of the page's address, /authors/... The old one keeps leading there."
                : "The end of the page's address, /authors/... Blank: made of the name."
            }
            isMono
          />
        </Wide>
        <Wide>
          <TextInput
            name="same_as"
            label="Profiles elsewhere"
            help="Addresses of the same person on other sites, one a line."
            rows={3}
            isMono
          />
        </Wide>
      </FormSection>
    </RecordDialog>
  );
}
