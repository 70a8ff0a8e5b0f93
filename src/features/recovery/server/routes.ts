import type { Route } from '../../../platform/server/http/http.ts';
import { StoreStandingReply } from '../contract.ts';
import type { StoreKeeper } from './service.ts';

/** Whether the numbers of the reports are whole. */
export function eventStoreRoutes(route: Route, keeper: Pick<StoreKeeper, 'standing'>): void {
  route.get(
    '/api/admin/event-store',
    { access: 'signed-in', summary: 'Whether the store of the reports is whole', reply: StoreStandingReply },
    async () => ({ data: await keeper.standing() }),
  );
}
