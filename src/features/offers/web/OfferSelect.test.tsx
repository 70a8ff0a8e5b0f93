import { screen, waitFor } from '@testing-library/react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fakeServer, pageOf, renderScreen } from '../../../../tests/support/web.tsx';
import { OfferSelect } from './OfferSelect.tsx';

const MANY = [
  { id: 1, name: 'Amber lamp', status: 'active' },
  { id: 2, name: 'Birch desk', status: 'paused' },
];
const FAR = { id: 900, name: 'Willow chair', status: 'active' };

function Form({ offer }: { offer: string }) {
  const form = useForm({ defaultValues: { offer_id: offer } });
  const chosen = useWatch({ control: form.control, name: 'offer_id' });
  return (
    <FormProvider {...form}>
      <OfferSelect name="offer_id" label="Offer" isText exceptId={2} />
      <output>{chosen}</output>
    </FormProvider>
  );
}

const openForm = async (offer: string) => {
  const server = await fakeServer({
    'GET /api/admin/offers': ({ query }) => pageOf(query.get('search') ? [FAR] : MANY),
    'GET /api/admin/offers/900': () => ({ body: { data: FAR } }),
  });
  return { server, ...renderScreen(<Form offer={offer} />) };
};

test('the chosen offer is named though it is not among the first', async () => {
  await openForm('900');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Offer' })).toHaveProperty('value', 'Willow chair'));
});

test('what is typed is looked for by the server, a few rows at a time', async () => {
  const { server, user } = await openForm('');
  const box = screen.getByRole('combobox', { name: 'Offer' });
  await user.click(box);
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Amber lamp']);
  await user.type(box, 'willow');
  await user.click(await screen.findByRole('option', { name: 'Willow chair' }));
  expect(screen.getByRole('status').textContent).toBe('900');
  const asked = server.seen.filter(({ path }) => path === '/api/admin/offers').map(({ query }) => query);
  // a slow machine asks between two letters, and is answered by then
  expect(asked.map((query) => query.get('search') ?? '').filter(Boolean)).not.toEqual([]);
  expect(asked.map((query) => query.get('limit'))).toEqual(asked.map(() => '25'));
});
