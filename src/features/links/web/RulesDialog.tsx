import { mdiPlus } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IfMayWrite } from '../../../platform/web/session/IfMayWrite.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../platform/web/ui/states/EmptyState.tsx';
import { ErrorState } from '../../../platform/web/ui/states/ErrorState.tsx';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { ViewDialog } from '../../../platform/web/ui/dialog/ViewDialog.tsx';
import type { Link } from '../contract.ts';
import type { Rule, RulesReply } from '../rule-contract.ts';
import { LINKS_KEY } from './client.ts';
import { RuleDialog } from './rules/RuleDialog.tsx';
import { RuleList } from './rules/RuleList.tsx';
import { ruleQueries, rulesClient } from './rules/rules-client.ts';

/** @param simulator asks the router, which is a later room */
type Props = { link: Link; simulator: ReactNode; onClose: () => void };

/** The rules of a link in their order, how a visit is judged, and the simulator. */
export function RulesDialog({ link, simulator, onClose }: Props) {
  const queries = useQueryClient();
  const query = ruleQueries.list(link.id);
  const { data: rules, error, refetch } = useQuery(query);
  const [editing, setEditing] = useState<{ rule: Rule | undefined }>();
  const [removing, setRemoving] = useState<Rule>();

  const handleChanged = ({ data }: RulesReply) => {
    queries.setQueryData(query.queryKey, data);
    void queries.invalidateQueries({ queryKey: [...LINKS_KEY, 'destinations', link.id] });
    void queries.invalidateQueries({ queryKey: [...LINKS_KEY, 'list'] });
  };
  const change = useMutation({ mutationFn: (send: () => Promise<RulesReply>) => send(), onSuccess: handleChanged });
  const handleRemove = async (rule: Rule) => {
    handleChanged(await rulesClient.remove(link.id, rule.id));
    setRemoving(undefined);
  };
  const addButton = (
    <IfMayWrite>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiPlus} />}
        onClick={() => setEditing({ rule: undefined })}
        sx={{ alignSelf: 'flex-start' }}
      >
        Add rule
      </Button>
    </IfMayWrite>
  );

  return (
    <ViewDialog title={`Rules: ${link.name}`} onClose={onClose}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          A visit is judged in this order: the link's status and schedule; paused targets drop out; the rules from the
          first to the last, and the first that matches decides; that rule's destinations that are live and take this
          country and device; a returning visitor's choice of the day; the draw by weight or priority; else the fallback
          ({link.fallback_url}).
        </Typography>
        {rules === undefined ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            [1, 2].map((row) => <Skeleton key={row} height={72} />)
          )
        ) : rules.length === 0 ? (
          <EmptyState
            text="No rule yet, so everybody gets the same destinations. A rule sends some visitors elsewhere: by country, device, time, parameter and more."
            action={addButton}
          />
        ) : (
          <Box>
            <RuleList
              rules={rules}
              isBusy={change.isPending}
              onReorder={(ids) => change.mutate(() => rulesClient.reorder(link.id, ids))}
              onEdit={(rule) => setEditing({ rule })}
              onToggle={({ id: ruleId, is_enabled: isEnabled, version }) =>
                change.mutate(() => rulesClient.update(ruleId, { is_enabled: !isEnabled, version }))
              }
              onRemove={setRemoving}
            />
            <Typography variant="body2" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
              <strong>Everybody else</strong>: the destinations without a rule.
            </Typography>
            {addButton}
          </Box>
        )}
        {change.error && (
          <Alert severity="error" role="alert">
            {change.error.message}
          </Alert>
        )}
        {simulator}
      </Box>
      {editing && (
        <RuleDialog
          linkId={link.id}
          rule={editing.rule}
          onClose={() => setEditing(undefined)}
          onSaved={(reply) => {
            handleChanged(reply);
            setEditing(undefined);
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title="Remove rule?"
          text={`"${removing.name}" goes, and with it its ${removing.destinations_count} destination(s). Its visitors are then judged by the rules below.`}
          confirmLabel="Remove"
          onConfirm={() => handleRemove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ViewDialog>
  );
}
