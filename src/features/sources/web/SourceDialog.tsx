import { useContractForm } from '../../../platform/web/form.ts';
import { RecordDialog } from '../../../platform/web/ui/form/RecordDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { SourceChange, type SourceDetail, SourceInput, type SourceTemplate } from '../contract.ts';
import { sourcesClient } from './client.ts';
import { SOURCE_LABELS, toValues, toWire } from './source-form.ts';
import { SourceGeneralTab } from './SourceGeneralTab.tsx';
import { SourcePostbackTab } from './SourcePostbackTab.tsx';
import { UnreadCostsNote } from './UnreadCostsNote.tsx';
import { SourceTrackingTab } from './SourceTrackingTab.tsx';

type Props = {
  /** Undefined adds a new one. */
  source: SourceDetail | undefined;
  templates: readonly SourceTemplate[];
  onClose: () => void;
  onSaved: (message: string) => void;
};

/** Adds or edits a traffic source. */
export function SourceDialog({ source, templates, onClose, onSaved }: Props) {
  const form = useContractForm({
    schema: source ? SourceChange : SourceInput,
    values: toValues(source),
    keepAs: `traffic source/${source?.id ?? 'new'}`,
    toWire,
  });

  return (
    <RecordDialog
      record={source}
      addTitle="Add traffic source"
      form={form}
      calls={sourcesClient}
      conflict={{ fromRecord: toValues, labels: SOURCE_LABELS }}
      savedNotice={`Traffic source ${source ? 'updated' : 'created'} successfully!`}
      onClose={onClose}
      onSaved={onSaved}
    >
      <FormTabs
        tabs={[
          {
            label: 'General',
            fields: [
              'template_key',
              'name',
              'type',
              'status',
              'cost_model',
              'cost_currency',
              'cost_param',
              'traffic_loss_percent',
              'notes',
            ],
            content: (
              <>
                <UnreadCostsNote costs={source?.unread_costs_30d} />
                <SourceGeneralTab templates={templates} isNew={!source} linksCount={source?.links_count ?? 0} />
              </>
            ),
          },
          {
            label: 'Click id & parameters',
            fields: ['click_id_param', 'click_id_token', 'parameters', 'utm_defaults'],
            content: <SourceTrackingTab linksCount={source?.links_count ?? 0} />,
          },
          {
            label: 'Postback',
            fields: [
              'postback_enabled',
              'postback_method',
              'postback_url',
              'postback_body',
              'postback_headers',
              'postback_statuses',
              'requires_external_id',
              'send_zero_payout',
              'expected_status',
              'delay_seconds',
              'event_map',
              'status_map',
            ],
            content: <SourcePostbackTab />,
          },
        ]}
      />
    </RecordDialog>
  );
}
