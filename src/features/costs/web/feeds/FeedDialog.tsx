import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { blankToNull, toNumber, toText, useContractForm } from '../../../../platform/web/form.ts';
import { markSecret } from '../../../../platform/web/session/secret-fields.ts';
import { showRefusal } from '../../../../platform/web/show-refusal.ts';
import { useAfterChange } from '../../../../platform/web/use-after-change.ts';
import { CannotUndo } from '../../../../platform/web/ui/dialog/CannotUndo.tsx';
import { RecordInput } from '../../../../platform/web/ui/filters/RecordInput.tsx';
import { FormDialog } from '../../../../platform/web/ui/form/FormDialog.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { PasswordInput } from '../../../../platform/web/ui/inputs/PasswordInput.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { SwitchInput } from '../../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { useTimeZone } from '../../../../platform/web/ui/time-zone.ts';
import { sourceQueries } from '../../../sources/web/client.ts';
import { type Feed, FeedChange, FeedInput, type FetchReply } from '../../feed-contract.ts';
import { COSTS_LASTING } from '../../lasting.ts';
import { COSTS_KEY } from '../client.ts';
import { feedsClient } from './feeds-client.ts';
import { FetchResult } from './FetchResult.tsx';
import { HOUR_CHOICES, hourText } from './feed-words.ts';

const valuesOf = (feed: Feed | undefined) => ({
  name: feed?.name ?? '',
  source_id: toText(feed?.source_id),
  url: '',
  header_name: feed?.header_name ?? '',
  header_value: '',
  columns: {
    date: feed?.columns.date ?? '',
    amount: feed?.columns.amount ?? '',
    campaign: feed?.columns.campaign ?? '',
    currency: feed?.columns.currency ?? '',
  },
  state: feed?.state ?? 'confirmed',
  every_hours: String(feed?.every_hours ?? 24),
  at_hour: String(feed?.at_hour ?? 6),
  is_enabled: feed?.is_enabled ?? true,
});
type Values = ReturnType<typeof valuesOf>;

const toWire = (isNew: boolean) => (values: Values) => {
  const { source_id, columns, ...rest } = values;
  return {
    ...rest,
    ...(isNew && { source_id: toNumber(source_id) ?? undefined }),
    url: values.url.trim() || (isNew ? '' : undefined),
    header_name: blankToNull(values.header_name),
    header_value: values.header_value.trim() || undefined,
    columns: Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, blankToNull(name)])),
    every_hours: Number(values.every_hours),
    at_hour: Number(values.at_hour),
  };
};

type Props = { /** Undefined: a new one. */ feed: Feed | undefined; onClose: () => void };

/** Where a file of costs lies, how it is read and when it is fetched. */
export function FeedDialog({ feed, onClose }: Props) {
  const afterChange = useAfterChange(COSTS_KEY);
  const zone = useTimeZone();
  const [tried, setTried] = useState<FetchReply>();
  const [failure, setFailure] = useState<string>();
  const [isTrying, setIsTrying] = useState(false);
  const form = useContractForm({
    schema: feed ? FeedChange : FeedInput,
    values: valuesOf(feed),
    keepAs: `cost-file/${feed?.id ?? 'new'}`,
    toWire: toWire(!feed),
  });
  // an address may hold a token
  markSecret(form.control, 'url');

  const handleTry = form.handleSubmit(async (wire) => {
    setIsTrying(true);
    setTried(undefined);
    setFailure(undefined);
    try {
      setTried(await feedsClient.tryOut({ ...wire, ...(feed && { id: feed.id }) }));
    } catch (error) {
      setFailure(showRefusal(form, error));
    } finally {
      setIsTrying(false);
    }
  });
  const handleSave = async (wire: FeedChange | FeedInput) => {
    const { message } = await (feed ? feedsClient.update(feed.id, wire) : feedsClient.add(wire as FeedInput));
    afterChange({ message });
    onClose();
  };

  return (
    <FormDialog
      title={feed ? `Scheduled File: ${feed.name}` : 'Schedule a File'}
      form={form}
      onSave={handleSave}
      onClose={onClose}
    >
      <FormSection>
        <TextInput name="name" label="Name" isRequired />
        {feed ? (
          <SwitchInput name="is_enabled" label="Fetch it" />
        ) : (
          <RecordInput name="source_id" label="Traffic Source" queries={sourceQueries} isText isRequired />
        )}
        <Wide>
          <TextInput
            name="url"
            label="Address of the File"
            type="url"
            isMono
            isRequired={!feed}
            placeholder={feed?.address ? `https://${feed.address}/…` : 'https://'}
            help={
              feed
                ? 'Blank: the stored one stays. It is sealed and never shown again.'
                : 'A CSV file behind https. It may hold a token: it is sealed and never shown again.'
            }
          />
        </Wide>
        <TextInput name="header_name" label="Header" help="If it asks for one, such as Authorization." isMono />
        <PasswordInput
          name="header_value"
          label="Value of the Header"
          autoComplete="off"
          help={feed?.header_name ? 'Blank: the stored one stays.' : 'Sealed and never shown again.'}
        />
        {feed && (
          <Wide>
            <CannotUndo why={COSTS_LASTING.feedSecrets} />
          </Wide>
        )}
      </FormSection>
      <FormSection title="When">
        <SelectInput name="every_hours" label="How Often" options={HOUR_CHOICES} />
        <SelectInput
          name="at_hour"
          label="Hour"
          help={`In the zone of the site, ${zone}; other hours are counted from it.`}
          options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
        />
      </FormSection>
      <FormSection
        title="What the file says"
        help="A line with the names of the columns, then a row for each day and campaign. Its rows take the place of what it said before of the same days; other days stay. Blank names are found by themselves: date or day; amount, cost or spend; campaign; currency."
      >
        <TextInput name="columns.date" label="Column of the Day" />
        <TextInput name="columns.amount" label="Column of the Amount" />
        <TextInput name="columns.campaign" label="Column of the Campaign" help="As in utm_campaign." />
        <TextInput name="columns.currency" label="Column of the Currency" help="Without one: that of the source." />
        <SelectInput
          name="state"
          label="State"
          help="A confirmed amount takes the place of estimates."
          options={[
            { value: 'confirmed', label: 'Confirmed: what is paid' },
            { value: 'estimated', label: 'Estimated' },
          ]}
        />
      </FormSection>
      <Button variant="outlined" loading={isTrying} onClick={() => void handleTry()} sx={{ mb: 2 }}>
        Try It
      </Button>
      <div role="status">
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {tried && <FetchResult reply={tried} />}
      </div>
    </FormDialog>
  );
}
