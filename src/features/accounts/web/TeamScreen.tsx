import {
  mdiAccountCancelOutline,
  mdiAccountCheckOutline,
  mdiAccountPlusOutline,
  mdiCellphoneOff,
  mdiDelete,
  mdiKeyOutline,
  mdiLogout,
  mdiPencil,
} from '@mdi/js';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { tabOwner } from '../../../platform/web/session/tab-session.ts';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { useSnackbar } from '../../../platform/web/ui/dialog/snackbar.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { PageHeader } from '../../../platform/web/ui/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/ui/states/lazy-part.tsx';
import { DataTable } from '../../../platform/web/ui/table/DataTable.tsx';
import { ListCsv } from '../../../platform/web/ui/table/ListCsv.tsx';
import { onePage } from '../../../platform/web/ui/table/one-page.ts';
import { useTableState } from '../../../platform/web/ui/table/use-table-state.ts';
import { useAfterChange } from '../../../platform/web/use-after-change.ts';
import type { Member, PasswordLink } from '../contract-team.ts';
import { ACCOUNTS_LASTING } from '../lasting.ts';
import type { BylineQueries } from './team/byline-queries.ts';
import { TEAM_KEY, teamClient, teamQueries } from './team/team-client.ts';
import { teamColumns } from './team/team-columns.tsx';
import { type TeamAct, TeamQuestion } from './team/TeamQuestion.tsx';

const MemberDialog = lazyPart(async () => ({ default: (await import('./team/MemberDialog.tsx')).MemberDialog }));
const FactorRulesDialog = lazyPart(async () => ({
  default: (await import('./team/FactorRulesDialog.tsx')).FactorRulesDialog,
}));
const PasswordLinkDialog = lazyPart(async () => ({
  default: (await import('./team/PasswordLinkDialog.tsx')).PasswordLinkDialog,
}));

/** Which dialog is open, and for whom. */
type Open =
  | { kind: 'invite' }
  | { kind: 'factor' }
  | { kind: 'edit'; member: Member }
  | { kind: 'ask'; act: TeamAct; member: Member }
  | { kind: 'renew'; member: Member }
  | { kind: 'link'; link: PasswordLink };

type Props = { bylines: BylineQueries };

/** The people who can sign in, and what can be done with one. */
export function TeamScreen({ bylines }: Props) {
  const table = useTableState({ sortBy: 'username', itemsPerPage: -1 });
  const asked = { sortBy: table.sortBy, order: table.order };
  const team = useQuery(teamQueries.all(asked));
  const [open, setOpen] = useState<Open>();
  const afterChange = useAfterChange(TEAM_KEY);
  const queries = useQueryClient();
  const notify = useSnackbar();
  const close = () => setOpen(undefined);
  const done = (message: string) => {
    afterChange({ message });
    close();
  };
  const showLink = (link: PasswordLink) => {
    void queries.invalidateQueries({ queryKey: TEAM_KEY });
    setOpen({ kind: 'link', link });
  };
  const making = useMutation({
    mutationFn: (member: Member) => teamClient.makeLink(member.id),
    onSuccess: showLink,
    onError: ({ message }) => notify({ message, tone: 'error' }),
  });
  const enabling = useMutation({
    mutationFn: (member: Member) => teamClient.enable(member.id),
    onSuccess: ({ message }) => done(message),
    onError: ({ message }) => notify({ message, tone: 'error' }),
  });
  const ownId = tabOwner()?.id;
  const columns = useMemo(() => teamColumns(ownId), [ownId]);
  const rows = onePage(team.data?.data);
  const ask = (act: TeamAct) => (member: Member) => setOpen({ kind: 'ask', act, member });
  const isOther = ({ id }: Member): boolean => id !== ownId;

  return (
    <>
      <PageHeader
        title="Team"
        purpose="Who can sign in here. Those whom readers see as authors and reviewers are under People."
        action={
          <>
            <ListCsv list="/settings/team" query={asked} total={rows?.total} />
            <Button disabled={team.data === undefined} onClick={() => setOpen({ kind: 'factor' })}>
              Second factor
            </Button>
            <Button
              variant="contained"
              startIcon={<Icon path={mdiAccountPlusOutline} />}
              onClick={() => setOpen({ kind: 'invite' })}
            >
              Invite
            </Button>
          </>
        }
      />
      <DataTable
        label="Team"
        columns={columns}
        query={{ ...team, data: rows }}
        table={table}
        empty={null}
        actions={[
          { label: 'Edit', icon: mdiPencil, onClick: (member) => setOpen({ kind: 'edit', member }) },
          {
            label: 'New password link',
            icon: mdiKeyOutline,
            // nothing is lost where no link is out
            onClick: (member) =>
              member.link_expires_at === null ? making.mutate(member) : setOpen({ kind: 'renew', member }),
            isShown: (member) => isOther(member) && member.state !== 'disabled',
          },
          {
            label: 'End all sessions',
            icon: mdiLogout,
            onClick: ask('endSessions'),
            isShown: (member) => isOther(member) && member.sessions > 0,
          },
          {
            label: 'Reset second factor',
            icon: mdiCellphoneOff,
            onClick: ask('resetSecondFactor'),
            isShown: (member) => isOther(member) && member.has_second_factor,
          },
          {
            label: 'Disable',
            icon: mdiAccountCancelOutline,
            onClick: ask('disable'),
            isShown: (member) => isOther(member) && member.state === 'active',
          },
          {
            label: 'Enable',
            icon: mdiAccountCheckOutline,
            onClick: (member) => enabling.mutate(member),
            isShown: ({ state }) => state === 'disabled',
          },
          {
            label: 'Take the invitation back',
            icon: mdiDelete,
            onClick: ask('removeInvitation'),
            isShown: ({ state }) => state === 'invited',
          },
        ]}
      />
      <Suspense>
        {(open?.kind === 'invite' || open?.kind === 'edit') && (
          <MemberDialog
            member={open.kind === 'edit' ? open.member : undefined}
            isOwn={open.kind === 'edit' && open.member.id === ownId}
            canMail={team.data?.can_mail ?? false}
            bylines={bylines}
            onClose={close}
            onInvited={showLink}
            onSaved={done}
          />
        )}
        {open?.kind === 'factor' && team.data && (
          <FactorRulesDialog rules={team.data.second_factor_from} onSaved={done} onClose={close} />
        )}
        {open?.kind === 'link' && <PasswordLinkDialog link={open.link} onClose={close} />}
      </Suspense>
      {open?.kind === 'renew' && (
        <ConfirmDialog
          title="Make another link?"
          text={`A link of ${open.member.username} is out and was not used yet.`}
          lasting={ACCOUNTS_LASTING.passwordLink}
          confirmLabel="Make another"
          isDanger={false}
          onConfirm={async () => showLink(await teamClient.makeLink(open.member.id))}
          onClose={close}
        />
      )}
      {open?.kind === 'ask' && <TeamQuestion act={open.act} member={open.member} onDone={done} onClose={close} />}
    </>
  );
}
