import type { Database } from '@psa/postgres-kit';
import type { Tx } from '../../assets-app.ts';

/** An asset whose warranty ends, as background work sees it. */
export interface EndingWarranty {
  readonly tenant: string;
  readonly asset_id: string;
  readonly warranty_end_date: string;
}

const BATCH = 500;

const NEXT_ENDING = `select tenant, asset_id, warranty_end_date from assets a
  where warranty_end_date > $1 and warranty_end_date <= $2 and (warranty_end_date, tenant, asset_id) > ($3, $4, $5)
    and not exists (select 1 from warranty_notices n where n.tenant = a.tenant and n.asset_id = a.asset_id
      and n.warranty_end_date = a.warranty_end_date and n.threshold_days = $6)
  order by warranty_end_date, tenant, asset_id limit ${BATCH}`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Warranties of all tenants that end after one moment and not after another, and that a threshold was not noted for; batch by batch.
 * @param workerDatabase connected as the worker role
 */
export async function* endingWarranties(
  workerDatabase: Database,
  after: Date,
  until: Date,
  thresholdDays: number,
): AsyncGenerator<EndingWarranty> {
  let last: EndingWarranty = { warranty_end_date: after.toISOString(), tenant: FIRST_ID, asset_id: FIRST_ID };
  for (;;) {
    const batch = await workerDatabase.query<EndingWarranty>(NEXT_ENDING, [
      after.toISOString(),
      until.toISOString(),
      last.warranty_end_date,
      last.tenant,
      last.asset_id,
      thresholdDays,
    ]);
    yield* batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1) as EndingWarranty;
  }
}

/**
 * Notes the thresholds a warranty has reached.
 * @param told the one of them that is told of
 * @returns those that were not noted before
 */
export async function insertWarrantyNotices(
  tx: Tx,
  warranty: Omit<EndingWarranty, 'tenant'>,
  reached: readonly number[],
  told: number,
): Promise<number[]> {
  const { asset_id, warranty_end_date } = warranty;
  const rows = await tx
    .insertInto('warranty_notices')
    .values(reached.map((threshold_days) => ({ asset_id, warranty_end_date, threshold_days, was_told: threshold_days === told })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('threshold_days')
    .execute();
  return rows.map(({ threshold_days }) => threshold_days);
}
