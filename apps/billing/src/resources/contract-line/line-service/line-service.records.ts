import type { LineService } from '@psa/contracts-billing';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../billing-app.ts';
import type { LineServicesTable } from './line-service.tables.ts';

/** Services one line may have. */
export const MAX_LINE_SERVICES = 100;

/** As the API shows it, with the version. */
export type LineServiceRow = LineService & { readonly version: number };

function lineServiceRows(db: Db) {
  return db
    .selectFrom('line_services')
    .innerJoin('services', (join) =>
      join.onRef('services.tenant', '=', 'line_services.tenant').onRef('services.service_id', '=', 'line_services.service_id'),
    )
    .selectAll('line_services')
    .select('services.service_name');
}

/** Services of contract lines, each line's by their names. */
export async function findLineServices(db: Db, lineIds: readonly string[]): Promise<LineServiceRow[]> {
  if (lineIds.length === 0) return [];
  return (await lineServiceRows(db)
    .where('contract_line_id', 'in', [...new Set(lineIds)])
    .orderBy('contract_line_id')
    .orderBy('services.service_name')
    .orderBy('line_services.service_id')
    .execute()) as LineServiceRow[];
}

export async function findLineService(db: Db, lineId: string, serviceId: string): Promise<LineServiceRow | undefined> {
  return (await lineServiceRows(db)
    .where('contract_line_id', '=', lineId)
    .where('line_services.service_id', '=', serviceId)
    .executeTakeFirst()) as LineServiceRow | undefined;
}

/** Puts the services of a line into another. @param change what its own rates become */
export async function copyLineServices(tx: Tx, from: string, to: string, change: (rate: number) => number): Promise<void> {
  const services = (await findLineServices(tx, [from])).map(({ custom_rate, rate_tiers, ...service }) => ({
    ...service,
    custom_rate: custom_rate === null ? null : change(custom_rate),
    rate_tiers: rate_tiers.map((tier) => ({ ...tier, rate: change(tier.rate) })),
  }));
  await insertLineServices(tx, to, services);
}

/** A service before it is in a line. */
export type LineServiceInput = Pick<LineService, 'service_id' | 'quantity' | 'custom_rate' | 'configuration_type' | 'type_config'> &
  Partial<Pick<LineService, 'rate_tiers'>>;

/** Puts services that were checked into a line that has none. */
export async function insertLineServices(tx: Tx, contract_line_id: string, services: readonly LineServiceInput[]): Promise<void> {
  if (services.length === 0) return;
  const rows = services.map(({ service_id, quantity, custom_rate, configuration_type, type_config, rate_tiers = [] }) => ({
    contract_line_id,
    service_id,
    quantity,
    custom_rate,
    configuration_type,
    type_config: JSON.stringify(type_config),
    rate_tiers: JSON.stringify(rate_tiers),
  }));
  await tx.insertInto('line_services').values(rows).execute();
}

/** @returns whether it was not there yet */
export async function insertLineService(tx: Tx, row: Insertable<LineServicesTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('line_services')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('service_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes the changes and raises the version. */
export async function updateLineServiceRow(
  tx: Tx,
  lineId: string,
  serviceId: string,
  changes: Updateable<LineServicesTable>,
): Promise<void> {
  await tx
    .updateTable('line_services')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('contract_line_id', '=', lineId)
    .where('service_id', '=', serviceId)
    .execute();
}

export async function deleteLineServiceRow(tx: Tx, lineId: string, serviceId: string): Promise<void> {
  await tx.deleteFrom('line_services').where('contract_line_id', '=', lineId).where('service_id', '=', serviceId).execute();
}
