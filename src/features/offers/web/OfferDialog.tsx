import { useContractForm } from '../../../platform/web/form.ts';
import { FormDialog } from '../../../platform/web/ui/form/FormDialog.tsx';
import { type FormTab, FormTabs } from '../../../platform/web/ui/form/FormTabs.tsx';
import { useTimeZone } from '../../../platform/web/ui/time-zone.ts';
import { type Offer, OfferChange, OfferInput, type OfferSaved } from '../contract.ts';
import type { Category } from '../category-contract.ts';
import { OFFER_LABELS, type OfferValues, toValues, toWire } from './form/offer-form.ts';
import { OfferAudienceTab } from './form/OfferAudienceTab.tsx';
import { OfferCaps } from './form/OfferCaps.tsx';
import { OfferFactsTab } from './form/OfferFactsTab.tsx';
import { OfferGeneralTab } from './form/OfferGeneralTab.tsx';
import { OfferHealthTab } from './form/OfferHealthTab.tsx';
import { OfferLinksTab } from './form/OfferLinksTab.tsx';
import { OfferPayoutTab } from './form/OfferPayoutTab.tsx';
import { OfferRulesTab } from './form/OfferRulesTab.tsx';
import { OfferUsesTab } from './form/OfferUsesTab.tsx';
import { PayoutHistory } from './form/PayoutHistory.tsx';
import { useOfferSave } from './form/use-offer-save.tsx';

type Props = {
  /** Undefined adds a new one. */
  offer: Offer | undefined;
  categories: readonly Category[];
  onClose: () => void;
  onSaved: (saved: OfferSaved) => void;
};

/** Adds or edits an offer. */
export function OfferDialog({ offer, categories, onClose, onSaved }: Props) {
  const zone = useTimeZone();
  const form = useContractForm({
    schema: offer ? OfferChange : OfferInput,
    values: toValues(offer, zone, categories.find((category) => category.is_default)?.id),
    keepAs: `offer/${offer?.id ?? 'new'}`,
    toWire: (values: OfferValues) => toWire(values, zone, offer),
  });

  const { save, question } = useOfferSave(offer);

  const handleSave = async (wire: OfferInput | OfferChange) => {
    const saved = await save(wire);
    if (saved) onSaved(saved);
    return saved !== undefined;
  };

  return (
    <>
      <FormDialog
        title={offer ? `Edit ${offer.name}` : 'Add New Offer'}
        form={form}
        onSave={handleSave}
        onClose={onClose}
        conflict={{ fromRecord: (record: Offer) => toValues(record, zone), labels: OFFER_LABELS }}
      >
        <FormTabs tabs={offerTabs(offer, zone, categories)} />
      </FormDialog>
      {question}
    </>
  );
}

const networkOf = (offer: Offer | undefined) =>
  offer?.network_id && offer.network_name ? { id: offer.network_id, name: offer.network_name } : undefined;

const choices = (records: readonly { id: number; name: string }[]) =>
  records.map(({ id, name }) => ({ value: String(id), label: name }));

function offerTabs(offer: Offer | undefined, zone: string, categories: readonly Category[]): FormTab[] {
  return [
    {
      label: 'General',
      fields: ['name', 'network_id', 'category_id', 'status', 'tags', 'starts_at', 'ends_at', 'notes'],
      content: <OfferGeneralTab zone={zone} network={networkOf(offer)} categories={choices(categories)} />,
    },
    { label: 'Links & macros', fields: ['url', 'preview_url'], content: <OfferLinksTab /> },
    {
      label: 'Payout & caps',
      fields: [
        'payout_type',
        'payout_source',
        'payout_amount',
        'payout_percent',
        'payout_currency',
        'payouts_by_country',
        'allow_rebill',
        'count_late',
        'attribution_window_days',
        'cap_clicks_daily',
        'cap_conversions_daily',
        'cap_total',
        'cap_timezone',
        'overflow_offer_id',
      ],
      content: (
        <>
          <OfferPayoutTab />
          <OfferCaps offerId={offer?.id} />
          {offer && <PayoutHistory offerId={offer.id} />}
        </>
      ),
    },
    {
      label: 'Audience',
      fields: ['countries_allowed', 'countries_blocked', 'devices_allowed'],
      content: <OfferAudienceTab />,
    },
    {
      label: 'Product facts',
      fields: [
        'brand',
        'money_back_days',
        'image_url',
        'price',
        'list_price',
        'price_currency',
        'price_checked_at',
        'shipping_note',
        'coupon_code',
        'coupon_ends_at',
        'coupon_text',
        'attributes',
      ],
      content: <OfferFactsTab zone={zone} />,
    },
    {
      label: 'Compliance',
      fields: ['forbidden_words', 'allowed_claims', 'required_disclaimer', 'brand_bidding_allowed'],
      content: <OfferRulesTab />,
    },
    ...(offer ? [{ label: 'Health', fields: [], content: <OfferHealthTab offerId={offer.id} /> }] : []),
    ...(offer ? [{ label: 'Used in', fields: [], content: <OfferUsesTab offer={offer} /> }] : []),
  ];
}
