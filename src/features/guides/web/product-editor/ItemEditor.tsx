import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { ErrorState } from '../../../../platform/web/ui/states/ErrorState.tsx';
import type { DraftReply } from '../../../publishing/contract.ts';
import { ContentEditor } from '../../../publishing/web/ContentEditor.tsx';
import { publishingQueries } from '../../../publishing/web/client.ts';
import { useDraftForm } from '../../../publishing/web/use-draft-form.ts';
import { type Guide, type Item, ItemChange } from '../../contract.ts';
import { GUIDES_KEY, guidesClient } from '../client.ts';
import { ITEM_LABELS, itemWords, type ItemValues, toItemValues, toItemWire } from './item-form.ts';
import { itemSections } from './item-sections.tsx';

type Props = {
  guide: Guide;
  item: Item;
  /** Every product of the guide. */
  items: readonly Item[];
};

const pathOf = (item: Item): string => `/admin/guide-products/${item.id}`;

/** The editor of a product, once it is known whether edits of it were kept. */
export function ItemEditor(props: Props) {
  const found = useQuery(publishingQueries.draft(pathOf(props.item)));
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton variant="rounded" height={480} />;
  return <ItemForm {...props} found={found.data} />;
}

/** What belongs to the guide or to another of its products is mended there. */
function whereToMend(guideId: number, field: string): string | undefined {
  const [, other] = /^items\.(\d+)\./.exec(field) ?? [];
  if (other) return `/admin/listicles/${guideId}/items/${other}`;
  return field.startsWith('guide.') ? `/admin/listicles/${guideId}/edit` : undefined;
}

/** The form of a product with its card on the real page beside it. */
function ItemForm({ guide, item, items, found }: Props & { found: DraftReply }) {
  const { rubric } = guide;
  const path = pathOf(item);
  const afterChange = useAfterChange(GUIDES_KEY);
  const toValues = (record: Item): ItemValues => toItemValues(record, rubric);
  const { form, draft } = useDraftForm({
    schema: ItemChange,
    keepAs: `product/${item.id}`,
    path,
    record: item,
    found,
    toValues,
    toWire: toItemWire,
  });
  const words = itemWords(rubric, [item, draft.stored]);
  const [others] = useState(() => items.filter((one) => one.id !== item.id));

  const handleSave = async (wire: ItemChange) => {
    const { data, message = 'Product saved.' } = await guidesClient.updateItem(guide.id, item.id, wire);
    afterChange({ message });
    return data;
  };

  return (
    <ContentEditor
      path={path}
      noun="product"
      form={form}
      draft={draft}
      found={found}
      onSave={handleSave}
      failureNotice="Failed to save product."
      linkTo={(field) => whereToMend(guide.id, field)}
      conflict={{ fromRecord: toValues, labels: ITEM_LABELS, words }}
      preview={{ sharedAs: `/admin/listicles/${guide.id}`, anchor: `p${item.id}` }}
      sections={itemSections(rubric, item, others)}
    />
  );
}
