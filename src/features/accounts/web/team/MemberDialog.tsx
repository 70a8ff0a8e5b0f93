import { blankToNull, useContractForm } from '../../../../platform/web/form.ts';
import { RecordInput } from '../../../../platform/web/ui/filters/RecordInput.tsx';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import type { BylineQueries } from './byline-queries.ts';
import { InviteBody, type Member, MemberChange, type PasswordLink } from '../../contract-team.ts';
import { teamClient } from './team-client.ts';

type Props = {
  /** Undefined invites somebody new. */
  member: Member | undefined;
  canMail: boolean;
  bylines: BylineQueries;
  onClose: () => void;
  onInvited: (link: PasswordLink) => void;
  onSaved: (message: string) => void;
};

type Values = { username: string; email: string; person_id: number | null };

/** Invites a person, or changes how one is reached. */
export function MemberDialog({ member, canMail, bylines, onClose, onInvited, onSaved }: Props) {
  const form = useContractForm({
    schema: member ? MemberChange : InviteBody,
    values: {
      username: member?.username ?? '',
      email: member?.email ?? '',
      person_id: member?.person_id ?? null,
    } satisfies Values,
    keepAs: `team/${member?.id ?? 'new'}`,
    toWire: ({ username, email, person_id }: Values) => ({
      ...(!member && { username }),
      email: blankToNull(email),
      person_id,
    }),
  });

  const handleSave = async (wire: InviteBody | MemberChange) => {
    if (member) onSaved((await teamClient.update(member.id, wire as MemberChange)).message);
    else onInvited(await teamClient.invite(wire as InviteBody));
  };

  return (
    <FormDialog
      title={member ? `Edit ${member.username}` : 'Invite a person'}
      form={form}
      saveLabel={member ? 'Save' : 'Invite'}
      onSave={handleSave}
      onClose={onClose}
    >
      <FormSection
        {...(!member && {
          help: 'You get a one-time link to hand over. By it the person chooses a password, and is an administrator then.',
        })}
      >
        {!member && (
          <Wide>
            <TextInput name="username" label="Username" help="What the person signs in with." isRequired autoFocus />
          </Wide>
        )}
        <Wide>
          <TextInput
            name="email"
            label="Mail address"
            help={
              canMail
                ? 'Links to choose a password are also sent here.'
                : 'No mail is set up on this server: links are handed over by you.'
            }
            type="email"
          />
        </Wide>
        <Wide>
          <RecordInput
            name="person_id"
            label="Byline"
            help="The same person as readers see them, if they write here."
            queries={bylines}
          />
        </Wide>
      </FormSection>
    </FormDialog>
  );
}
