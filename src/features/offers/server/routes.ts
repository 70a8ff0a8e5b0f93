import { IdParams, Message } from '../../../platform/paging.ts';
import type { Deps } from '../../../platform/server/deps.ts';
import { refuseUntoldOrder } from '../../../platform/server/http/access.ts';
import type { Route } from '../../../platform/server/http/http.ts';
import type { Rank } from '../../../platform/server/records/figures.ts';
import {
  OFFER_COLUMNS,
  OfferChange,
  type OfferFigure,
  OfferInput,
  OfferPage,
  OfferPayouts,
  OfferQuery,
  OfferReply,
  OfferSaved,
} from '../contract.ts';
import { Categories, CategoryChange, CategoryInput, CategoryReply } from '../category-contract.ts';
import { sendList } from '../../settings/server/list-file.ts';
import { isTold, UnpaidOfferPage, UnpaidOfferReply } from '../unpaid-contract.ts';
import * as categories from './categories.ts';
import * as offers from './service.ts';

const BASE = '/api/admin/offers';

/** @param rank left out where nothing is counted */
export function offersRoutes(route: Route, deps: Deps, count: offers.CountOffers, rank?: Rank<OfferFigure>): void {
  const scope = { ...deps, count, ...(rank && { rank }) };

  route.get(
    BASE,
    {
      access: 'read:content',
      summary: 'List offers',
      query: OfferQuery,
      reply: OfferPage,
      moneyless: UnpaidOfferPage,
    },
    ({ query, reply, actor }): Promise<unknown> => {
      refuseUntoldOrder(actor, query.sortBy, ['payout_amount', 'epc_7d']);
      if (query.format !== 'csv') return offers.listOffers(scope, query);
      const columns = OFFER_COLUMNS.filter((key) => actor.permissions.has('read:money') || isTold(key));
      return sendList(reply, scope, query, {
        name: 'offers',
        columns,
        days: 7,
        list: (inside, page) => offers.listOffers(inside, { ...query, ...page }),
      });
    },
  );

  route.get(
    `${BASE}/:id`,
    { access: 'read:content', summary: 'One offer', params: IdParams, reply: OfferReply, moneyless: UnpaidOfferReply },
    async ({ params }) => ({ data: await offers.getOffer(scope, params.id) }),
  );

  route.get(
    `${BASE}/:id/payouts`,
    { access: 'read:commerce', summary: 'What an offer paid, newest first', params: IdParams, reply: OfferPayouts },
    async ({ params }) => ({ data: await offers.listPayouts(deps.db, params.id) }),
  );

  route.post(
    BASE,
    { access: 'write:commerce', summary: 'Create an offer', body: OfferInput, reply: OfferSaved, status: 201 },
    async ({ actor, body }) => ({
      ...(await offers.createOffer(scope, actor, body)),
      message: 'Offer created successfully!',
    }),
  );

  route.put(
    `${BASE}/:id`,
    { access: 'write:commerce', summary: 'Change an offer', params: IdParams, body: OfferChange, reply: OfferSaved },
    async ({ actor, params, body }) => ({
      ...(await offers.updateOffer(scope, actor, params.id, body)),
      message: 'Offer updated successfully!',
    }),
  );

  route.delete(
    `${BASE}/:id`,
    { access: 'write:commerce', summary: 'Delete an offer', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await offers.deleteOffer(scope, actor, params.id);
      return { message: 'Offer deleted successfully!' };
    },
  );

  route.post(
    `${BASE}/:id/restore`,
    { access: 'write:commerce', summary: 'Bring a deleted offer back', params: IdParams, reply: OfferReply },
    async ({ actor, params }) => ({
      data: await offers.restoreOffer(scope, actor, params.id),
      message: 'Offer restored.',
    }),
  );

  route.get(
    `${BASE}/categories`,
    { access: 'read:content', summary: 'List offer categories', reply: Categories },
    async () => ({ data: await categories.listCategories(deps.db) }),
  );

  route.post(
    `${BASE}/categories`,
    { access: 'write:commerce', summary: 'Create a category', body: CategoryInput, reply: CategoryReply, status: 201 },
    async ({ actor, body }) => ({
      data: await categories.createCategory(deps, actor, body),
      message: 'Category created.',
    }),
  );

  route.put(
    `${BASE}/categories/:id`,
    {
      access: 'write:commerce',
      summary: 'Change a category',
      params: IdParams,
      body: CategoryChange,
      reply: CategoryReply,
    },
    async ({ actor, params, body }) => ({
      data: await categories.updateCategory(deps, actor, params.id, body),
      message: 'Category saved.',
    }),
  );

  route.delete(
    `${BASE}/categories/:id`,
    { access: 'write:commerce', summary: 'Delete a category', params: IdParams, reply: Message },
    async ({ actor, params }) => {
      await categories.deleteCategory(deps, actor, params.id);
      return { message: 'Category deleted.' };
    },
  );
}
