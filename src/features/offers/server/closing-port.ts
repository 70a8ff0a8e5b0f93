import type { Deps } from '../../../platform/server/deps.ts';
import type { Actor } from '../../../platform/server/http/access.ts';
import type { Db, Trx } from '../../../platform/server/postgres/postgres.ts';
import type { ClosingPlace } from '../closing-contract.ts';

/** The places of offers as later features know them; the application fills it in. */
export type ClosingPort = {
  /** What readers would find in the places of these offers while none of them takes anybody. */
  placesOf: (db: Db, offerIds: readonly number[], now: Date) => Promise<ClosingPlace[]>;
  /**
   * Makes an offer the fallback of the products that would be left without a button. @returns how many
   * @throws AppError validation_failed for one that takes nobody itself
   */
  placeStandIn: (
    scope: { db: Trx; clock: Deps['clock'] },
    actor: Actor,
    offerIds: readonly number[],
    standInId: number,
  ) => Promise<number>;
};
