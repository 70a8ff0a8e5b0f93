import { type Role, ROLE_LABELS, ROLES } from '../../../../platform/permissions.ts';
import { blankToNull, useContractForm } from '../../../../platform/web/form.ts';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
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
  /** One's own role is for others to change. */
  isOwn: boolean;
  canMail: boolean;
  bylines: BylineQueries;
  onClose: () => void;
  onInvited: (link: PasswordLink) => void;
  onSaved: (message: string) => void;
};

const ROLE_CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const ROLE_WORDS: Record<Role, string> = {
  admin: 'Everything, also people, keys and secrets.',
  editor: 'Guides, reviews, pictures and people; numbers and offers without money.',
  analyst: 'All numbers and lists, to look at; no secrets, no traces of visitors.',
};

type Values = { username: string; role: Role; email: string; person_id: number | null };

/** Invites a person, or changes how one is reached. */
export function MemberDialog({ member, isOwn, canMail, bylines, onClose, onInvited, onSaved }: Props) {
  const form = useContractForm({
    schema: member ? MemberChange : InviteBody,
    values: {
      username: member?.username ?? '',
      role: member?.role ?? 'editor',
      email: member?.email ?? '',
      person_id: member?.person_id ?? null,
    } satisfies Values,
    keepAs: `team/${member?.id ?? 'new'}`,
    toWire: ({ username, role, email, person_id }: Values) => ({
      ...(!member && { username }),
      ...(!isOwn && { role }),
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
          help: 'You get a one-time link to hand over. By it the person chooses a password, and signs in with it.',
        })}
      >
        {!member && (
          <Wide>
            <TextInput name="username" label="Username" help="What the person signs in with." isRequired autoFocus />
          </Wide>
        )}
        {!isOwn && (
          <Wide>
            <SelectInput name="role" label="Role" help={ROLE_WORDS[form.watch('role')]} options={ROLE_CHOICES} />
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
