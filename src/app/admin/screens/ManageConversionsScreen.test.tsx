// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, fakeServer, renderScreen } from '../../../../tests/support/web.tsx';
import type { Orphan } from '../../../features/conversions/manual-contract.ts';
import type { UnknownAddress } from '../../../features/postbacks/unknown-contract.ts';
import { ManageConversionsScreen } from './ManageConversionsScreen.tsx';

const ORPHAN: Orphan = {
  id: '7',
  network_id: 1,
  network: 'Good Network',
  click_id: null,
  click_key: 'unknown-click',
  event_type: 'sale',
  txid: 'T-7',
  status: 'approved',
  original_status: null,
  payout: '12.50',
  payout_currency: 'USD',
  payout_base: '12.50',
  base_currency: 'USD',
  fx_rate: null,
  fx_date: null,
  attribution: 'orphan',
  origin: 'postback',
  not_counted: null,
  is_contrary: false,
  is_at_risk: false,
  is_test: false,
  occurred_at: '2026-03-04T15:06:07.000Z',
  received_at: '2026-03-04T15:06:07.000Z',
  version: 1,
  is_watched: true,
  params: [['cid', 'unknown-click']],
};
const ADDRESS: UnknownAddress = {
  key_head: 'AbCd',
  key_length: 41,
  is_pixel: false,
  method: 'GET',
  query: 'cid=unknown-click&payout=5',
  remote_net: '203.0.113.0/24',
  messages: 12,
  first_at: ORPHAN.received_at,
  last_at: ORPHAN.received_at,
  network: { id: 1, name: 'Good Network' },
  advice: 'Its key begins like that of Good Network, but is 2 characters short: it was cut.',
};
const UNDERSTOOD = {
  head: ['Order', 'Amount'],
  sample: [['A', '1']],
  columns: { txid: 0, payout: 1 },
  decimal: '.',
  rows: 1,
  problems: [],
};

const SAID = [
  { status: 'approved', word: 'approved', payout: '9.00', currency: 'USD', at: null, received_at: ORPHAN.received_at },
  { status: 'rejected', word: 'trash', payout: null, currency: 'USD', at: null, received_at: ORPHAN.received_at },
];
const candidate = (conversion_id: string, txid: string, payout: string) => ({
  conversion_id,
  event_type: 'sale',
  txid,
  status: 'approved',
  payout,
  payout_currency: 'USD',
});
const AMBIGUOUS = {
  ...SAID[1],
  id: '77',
  status: 'reversed',
  word: 'refund',
  network: 'Good Network',
  click_key: '01jq8zk3v7abcdefghjkmnpq',
  txid: 'R',
  candidates: [candidate('11', 'A', '50.00'), candidate('12', 'B', '60.00')],
};

const show = async (tab: string, answers: Answers = {}) => {
  const server = await fakeServer({
    'GET /api/admin/conversions/orphans': () => ({ body: { data: [ORPHAN], total: 1, page: 1, limit: 20, pages: 1 } }),
    'GET /api/admin/affiliate-networks/unmapped-statuses': () => ({
      body: {
        data: [
          {
            network_id: 1,
            network: 'Good Network',
            word: 'gutgeschrieben',
            count: 3,
            first_at: ORPHAN.received_at,
            last_at: ORPHAN.received_at,
            click_id: null,
            log_id: '4',
          },
        ],
        total: 1,
      },
    }),
    'GET /api/admin/conversions/trashed-networks': () => ({ body: { data: [], total: 0 } }),
    'GET /api/admin/conversions/unknown-addresses': () => ({ body: { data: [ADDRESS], total: 1 } }),
    'GET /api/admin/conversions/contrary': () => ({
      body: {
        data: [{ ...ORPHAN, id: '8', status: 'reversed', attribution: 'matched', is_contrary: true, said: SAID }],
        total: 1,
        page: 1,
        limit: 20,
        pages: 1,
      },
    }),
    'GET /api/admin/conversions/ambiguous': () => ({
      body: { data: [AMBIGUOUS], total: 1, at_risk: [{ currency: 'USD', amount: '60.00' }] },
    }),
    'GET /api/admin/conversions/refolded': () => ({
      body: { data: [], total: 0, page: 1, limit: 20, pages: 0, is_done: true },
    }),
    'GET /api/admin/conversions/imports': () => ({ body: { data: [], total: 0 } }),
    'GET /api/admin/affiliate-networks': () => ({
      body: { data: [{ id: 1, name: 'Good Network' }], total: 1, page: 1, limit: 10, pages: 1 },
    }),
    ...answers,
  });
  localStorage.setItem('token', 't');
  return { ...renderScreen(<ManageConversionsScreen />, `/?tab=${tab}`), server };
};

test('the tabs say how many orphans and unknown words there are, and an orphan is tied to a click that is offered', async () => {
  const { user, server } = await show('orphans', {
    'GET /api/admin/conversions/7/candidates': () => ({
      body: {
        data: [
          {
            click_id: '01jq8zk3v7abcdefghjkmnpq',
            ts: ORPHAN.received_at,
            offer: 'Pillow',
            country: 'DE',
            device: 'mobile',
            why: 'Near.',
          },
        ],
      },
    }),
    'POST /api/admin/conversions/7/rematch': () => ({
      body: { data: ORPHAN, message: 'The conversion is tied to its click now.' },
    }),
  });
  expect(await screen.findByRole('tab', { name: 'Orphans (1)' })).toBeTruthy();
  expect(await screen.findByRole('tab', { name: 'Unmapped Statuses (1)' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Tie To A Click' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tie To A Click' }));
  await user.click(await dialog.findByRole('button', { name: 'Take 01jq8zk3v7abcdefghjkmnpq' }));
  await user.click(dialog.getByRole('button', { name: 'Tie' }));
  expect(await dialog.findAllByText('This field is required.')).toHaveLength(1);
  await user.type(dialog.getByLabelText(/^Reason/), 'The network cut the id');
  await user.click(dialog.getByRole('button', { name: 'Tie' }));
  expect(await screen.findByText('The conversion is tied to its click now.')).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toEqual({
    click_id: '01jq8zk3v7abcdefghjkmnpq',
    reason: 'The network cut the id',
  });
});

test('an unknown word is explained with one choice', async () => {
  const { user, server } = await show('unmapped', {
    'POST /api/admin/affiliate-networks/unmapped-statuses': () => ({
      body: { message: '"gutgeschrieben" means approved now. 3 judged again.', judged: 3 },
    }),
  });
  const explain = await screen.findByRole('button', { name: 'Explain "gutgeschrieben"' });
  expect(explain.hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'It means' }));
  await user.click(await screen.findByRole('option', { name: 'Approved' }));
  await user.click(explain);
  expect(await screen.findByText('"gutgeschrieben" means approved now. 3 judged again.')).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toEqual({
    network_id: 1,
    word: 'gutgeschrieben',
    status: 'approved',
  });
});

test('a file is imported only after it was tried as it stands', async () => {
  const { user, server } = await show('import', {
    'POST /api/admin/conversions/import': ({ body }) => ({
      body: {
        understood: UNDERSTOOD,
        batch_id: (body as { dry_run: boolean }).dry_run ? null : '9',
        counts: { recorded: 1, updated: 0, unchanged: 0, orphan: 0, refused: 0 },
        rows: [
          {
            line: 2,
            result: 'recorded',
            text: 'Recorded as a new conversion.',
            conversion_id: null,
            is_refund: true,
            before: { amount: '12.50', currency: 'USD', status: 'approved' },
            after: { amount: '12.50', currency: 'USD', status: 'reversed' },
          },
        ],
        change: [{ currency: 'USD', amount: '-12.50' }],
        message: (body as { dry_run: boolean }).dry_run ? 'Nothing was written.' : '1 of 1 rows changed something.',
      },
    }),
    'POST /api/admin/conversions/imports/9/undo': () => ({ body: { message: 'Import taken back.' } }),
  });
  const load = await screen.findByRole('button', { name: 'Import' });
  await user.click(await screen.findByRole('combobox', { name: 'Network' }));
  await user.click(await screen.findByRole('option', { name: 'Good Network' }));
  await user.type(screen.getByLabelText(/^Or paste it here/), 'Order,Amount');
  expect(load.hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Try It' }));
  expect(await screen.findByText('Nothing was written.')).toBeTruthy();
  const line = within(screen.getByRole('list', { name: 'Rows of the file' })).getByRole('listitem');
  expect(line.textContent).toContain('$12.50, approved → $12.50, reversed');
  expect(within(line).getByText(/refund/i)).toBeTruthy();
  await waitFor(() => expect(load.hasAttribute('disabled')).toBe(false));
  await user.type(screen.getByLabelText(/^Or paste it here/), 'x');
  expect(load.hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Try It' }));
  await waitFor(() => expect(load.hasAttribute('disabled')).toBe(false));
  await user.click(load);
  // the sum is said before it is written
  const question = within(await screen.findByRole('alertdialog', { name: 'Import Conversions' }));
  expect(question.getByText(/money that counts changes by -\$12\.50/)).toBeTruthy();
  expect(server.seen.filter((seen) => (seen.body as { dry_run?: boolean } | null)?.dry_run === false)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Import' }));
  expect((await screen.findAllByText('1 of 1 rows changed something.')).length).toBeGreaterThan(0);
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toMatchObject({
    dry_run: false,
    csv: 'Order,Amountx',
  });
  // and what was written is taken back at once
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Import taken back.')).toBeTruthy();
});

test('a statement shows what is missing, and a column that was guessed wrongly is set right', async () => {
  const { user, server } = await show('reconcile', {
    'POST /api/admin/conversions/reconcile': () => ({
      body: {
        understood: UNDERSTOOD,
        range: { from: '2026-03-01', to: '2026-03-31' },
        counts: { matched: 4, missing: 1, different: 0, reversed: 0, unknown: 0, repeated: 0 },
        missing_sum: [{ currency: 'USD', amount: '12.50' }],
        difference_sum: [],
        reversed_sum: [],
        findings: [
          {
            kind: 'missing',
            line: null,
            conversion_id: '7',
            txid: 'T-7',
            click_id: null,
            at: ORPHAN.received_at,
            ours: { amount: '12.50', currency: 'USD', status: 'approved' },
            theirs: null,
            text: 'The statement does not have it.',
          },
        ],
        message: 'Hello Ann',
      },
    }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Network' }));
  await user.click(await screen.findByRole('option', { name: 'Good Network' }));
  await user.type(screen.getByLabelText(/^Or paste it here/), 'Order,Amount');
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  expect(await screen.findByText('Missing from the statement: $12.50.')).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to the network' }).value).toBe('Hello Ann');
  await user.click(screen.getByRole('combobox', { name: 'Click id' }));
  await user.click(await screen.findByRole('option', { name: 'Amount' }));
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() =>
    expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toMatchObject({
      columns: { click_id: 1, txid: 0 },
    }),
  );
});

test('a mistyped postback address says whose it may be and what to do, and what to do is one press away', async () => {
  const { user } = await show('orphans');
  await user.click(await screen.findByRole('tab', { name: 'Unknown Addresses (1)' }));
  const list = await screen.findByRole('list', { name: 'Unknown addresses' });
  expect(list.textContent).toContain('/postback/AbCd… with a key of 41 characters');
  expect(list.textContent).toContain('12 messages from 203.0.113.0/24');
  expect(list.textContent).toContain('but is 2 characters short');
  expect(list.textContent).toContain('GET ?cid=unknown-click&payout=5');
  const link = within(list).getByRole('link', { name: 'Show Good Network' });
  expect(link.getAttribute('href')).toBe('/admin/affiliate-networks?search=Good%20Network');
});

test('chosen findings are taken over as the network has them, with a reason, after the sum was shown', async () => {
  const side = (status: string) => ({ amount: '12.50', currency: 'USD', status });
  const finding = (id: string, kind: string, theirs: object | null) => ({
    kind,
    line: 2,
    conversion_id: id,
    version: 4,
    txid: `T${id}`,
    click_id: 'click',
    at: null,
    ours: side('approved'),
    theirs,
    text: 'The network took it back.',
  });
  const { user, server } = await show('reconcile', {
    'POST /api/admin/conversions/reconcile': () => ({
      body: {
        understood: UNDERSTOOD,
        range: null,
        counts: { matched: 0, missing: 1, different: 0, reversed: 1, unknown: 0, repeated: 0 },
        missing_sum: [],
        difference_sum: [],
        reversed_sum: [{ currency: 'USD', amount: '12.50' }],
        findings: [finding('1', 'reversed', side('reversed')), finding('2', 'missing', null)],
        message: 'Hello',
      },
    }),
    'POST /api/admin/conversions/reconcile/accept': ({ body }) => ({
      body: {
        batch_id: (body as { dry_run: boolean }).dry_run ? null : '9',
        counts: { recorded: 0, updated: 1, unchanged: 0, orphan: 0, refused: 0 },
        rows: [
          {
            line: 1,
            result: 'updated',
            text: 'As the network has it.',
            conversion_id: '1',
            is_refund: true,
            before: side('approved'),
            after: side('reversed'),
          },
        ],
        change: [{ currency: 'USD', amount: '-12.50' }],
        message: 'Done.',
      },
    }),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Network' }));
  await user.click(await screen.findByRole('option', { name: 'Good Network' }));
  await user.type(screen.getByLabelText(/^Or paste it here/), 'Order,Amount');
  await user.click(screen.getByRole('button', { name: 'Compare' }));
  // what the statement does not have is nothing that could be taken over
  const choice = await screen.findByRole('checkbox', { name: 'Choose transaction T1' });
  expect(screen.queryByRole('checkbox', { name: 'Choose transaction T2' })).toBeNull();
  await user.click(choice);
  await user.click(screen.getByRole('button', { name: /^Accept the Network.s Statuses \(1\)/ }));
  const dialog = within(await screen.findByRole('dialog', { name: "Accept the network's statuses" }));
  await user.click(await dialog.findByRole('button', { name: 'Accept: -$12.50' }));
  expect(dialog.getByText('This field is required.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Their March statement');
  await user.click(dialog.getByRole('button', { name: 'Accept: -$12.50' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.path.endsWith('/reconcile/accept'))!.body).toEqual({
    network_id: 1,
    file_name: 'Statement pasted',
    takes_amounts: true,
    items: [{ conversion_id: '1', version: 4, ...side('reversed') }],
    reason: 'Their March statement',
    dry_run: false,
  });
});

test('of contrary words the approval is accepted with a reason', async () => {
  const { user, server } = await show('contrary', {
    'PATCH /api/admin/conversions/8': () => ({ body: { data: ORPHAN, message: 'Conversion updated.' } }),
  });
  expect(await screen.findByRole('tab', { name: 'Contrary Words (1)' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: /Folded Anew/ })).toBeNull();
  expect(await screen.findByText('approved $9.00 without a time, rejected without a time')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Accept The Approval' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept The Approval' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'They pay it');
  await user.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Conversion 8 is approved.')).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'PATCH')!.body).toMatchObject({
    status: 'approved',
    reason: 'They pay it',
  });
});

test('of an unclear refund it is said what it is about', async () => {
  const { user, server } = await show('ambiguous', {
    'POST /api/admin/conversions/ambiguous/77': () => ({ body: { message: 'The message has its conversion now.' } }),
  });
  expect(await screen.findByText(/At risk: \$60\.00/)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'It is about sale B' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'It Is About Conversion 12' }));
  await user.type(dialog.getByLabelText(/^Reason/), 'Statement');
  await user.click(dialog.getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('The message has its conversion now.')).toBeTruthy();
  expect(server.seen.findLast((seen) => seen.method === 'POST')!.body).toEqual({
    conversion_id: '12',
    txid: 'B',
    reason: 'Statement',
  });
});
