import { lockInTenant } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { LicencesTable } from '../../../tables.ts';

export type LicenceRow = Selectable<LicencesTable>;

const KIND = 'internal_user';

export function findLicence(db: Db): Promise<LicenceRow | undefined> {
  return db.selectFrom('licences').selectAll().where('kind', '=', KIND).executeTakeFirst();
}

/** Reads the licence and lets nobody else take a seat or change it until the transaction ends. @returns undefined when there is no limit */
export function lockLicence(tx: Tx): Promise<LicenceRow | undefined> {
  return tx.selectFrom('licences').selectAll().where('kind', '=', KIND).forUpdate().executeTakeFirst();
}

/** Active internal users. */
export async function countUsedSeats(db: Db): Promise<number> {
  const { used } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('used'))
    .where('user_type', '=', 'internal')
    .where('is_inactive', '=', sql<boolean>`false`)
    .executeTakeFirstOrThrow();
  return used;
}

export function putLicence(tx: Tx, license_count: number, occurred_at: string | null): Promise<LicenceRow> {
  return tx
    .insertInto('licences')
    .values({ kind: KIND, license_count, occurred_at })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'kind']).doUpdateSet({
        license_count,
        occurred_at: sql`coalesce(excluded.occurred_at, licences.occurred_at)`,
        version: sql`licences.version + 1`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes an event of the billing system. @returns false when it was known */
export async function recordLicenceEvent(
  tx: Tx,
  event: { event_id: string; license_count: number; occurred_at: string | null; applied: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('licence_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['tenant', 'event_id']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Lets updates of the tenant's licence happen one after the other, the first of all included. */
export function lockLicenceUpdates(tx: Tx): Promise<void> {
  return lockInTenant(tx, 'licence');
}
