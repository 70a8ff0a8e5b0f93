import { useState } from 'react';
import { useContractForm } from '../../../platform/web/form.ts';
import { ApiError } from '../../../platform/web/http.ts';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import { type Link, LinkChange, LinkInput } from '../contract.ts';
import { linksClient } from './client.ts';
import { LINK_LABELS, type LinkValues, toValues, toWire } from './link-form/link-form.ts';
import { LinkGeneralTab } from './link-form/LinkGeneralTab.tsx';
import { LinkParametersTab } from './link-form/LinkParametersTab.tsx';
import { LinkRoutingTab } from './link-form/LinkRoutingTab.tsx';

type Props = {
  /** Undefined adds a new one. */
  link: Link | undefined;
  /** Where short addresses begin. */
  origin: string;
  onClose: () => void;
  onSaved: (link: Link, message: string) => void;
};

/** Adds or edits a tracking link; its destinations have a dialog of their own. */
export function LinkDialog({ link, origin, onClose, onSaved }: Props) {
  const zone = useTimeZone();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const source = link?.traffic_source_id
    ? { id: link.traffic_source_id, name: link.source_name ?? 'Archived source' }
    : undefined;
  const form = useContractForm({
    schema: link ? LinkChange : LinkInput,
    values: toValues(link, zone),
    keepAs: `tracking link/${link?.id ?? 'new'}`,
    toWire: (values: LinkValues) => toWire(values, zone),
  });

  const handleSave = async (wire: LinkInput | LinkChange) => {
    setSuggestions([]);
    try {
      const saved = link ? await linksClient.update(link.id, wire) : await linksClient.create(wire as LinkInput);
      onSaved(saved.data, saved.message ?? `Tracking link ${link ? 'updated' : 'created'} successfully!`);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'slug_taken')
        setSuggestions((error.details['suggestions'] ?? []) as string[]);
      throw error;
    }
  };

  return (
    <FormDialog
      title={link ? `Edit ${link.name}` : 'Add tracking link'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
      conflict={{ fromRecord: (record: Link) => toValues(record, zone), labels: LINK_LABELS }}
    >
      <FormTabs
        tabs={[
          {
            label: 'General',
            fields: ['name', 'traffic_source_id', 'status', 'slug', 'tags', 'notes'],
            content: (
              <LinkGeneralTab
                source={source}
                origin={origin}
                savedSlug={link?.slug}
                formerSlugs={link?.former_slugs ?? []}
                suggestions={suggestions}
              />
            ),
          },
          {
            label: 'Parameters & cost',
            fields: ['utm', 'param_conflict', 'forward_params', 'forward_list', 'cost_model', 'cost_value'],
            content: <LinkParametersTab />,
          },
          {
            label: 'Fallback & schedule',
            fields: [
              'fallback_url',
              'redirect_type',
              'sticky',
              'rotation',
              'starts_at',
              'expires_at',
              'click_limit',
              'expired_url',
            ],
            content: <LinkRoutingTab />,
          },
        ]}
      />
    </FormDialog>
  );
}
