import { conflict, dependency, inUse, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTaxRate, type UpdateTaxRate, taxRateEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { takeNumber } from '../number-series/number-series.records.ts';
import { countServicesOf } from '../service/service.records.ts';
import { deleteTaxRateRow, insertTaxRate, lockTaxRate, updateTaxRateRow, type TaxRateRecord } from './tax-rate.records.ts';

/** @throws VALIDATION_ERROR, CONFLICT when the region has a rate on one of its days */
export function createTaxRate(db: Db, input: CreateTaxRate): Promise<TaxRateRecord> {
  return db.transaction(async (tx) => {
    const rate = { tax_rate_id: uuidv7(), ...input, description: input.description ?? null, end_date: input.end_date ?? null };
    await requireFreeDays(tx, rate);
    const row = await insertTaxRate(tx, rate);
    emit(tx, taxRateEvents.created, facts(row), row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function updateTaxRate(db: Db, id: string, input: UpdateTaxRate, accepted: Accepted): Promise<TaxRateRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    await requireFreeDays(tx, { ...previous, ...changes });
    const row = await updateTaxRateRow(tx, id, changes);
    emit(tx, taxRateEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function deleteTaxRate(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    await refuseWhileUsed(tx, id);
    await deleteTaxRateRow(tx, id);
    emit(tx, taxRateEvents.deleted, { tax_rate_id: id }, version + 1);
  });
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<TaxRateRecord> {
  const row = await lockTaxRate(tx, id);
  if (row === undefined) throw notFound('Tax rate');
  demandVersion(accepted, row.version);
  return row;
}

type Days = Pick<TaxRateRecord, 'tax_rate_id' | 'region_code' | 'start_date' | 'end_date'>;

/** A region has one rate a day. Rates are written one after the other, so that two at once cannot both find the days free. */
async function requireFreeDays(tx: Tx, { tax_rate_id, region_code, start_date, end_date }: Days): Promise<void> {
  if (end_date !== null && end_date <= start_date) throw invalidField('end_date', 'must be after start_date');
  await takeNumber(tx, 'tax-rate-changes');
  const other = await tx
    .selectFrom('tax_rates')
    .select('tax_rate_id')
    .where('region_code', '=', region_code)
    .where('tax_rate_id', '<>', tax_rate_id)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', start_date)]))
    .$if(end_date !== null, (q) => q.where('start_date', '<', end_date ?? ''))
    .executeTakeFirst();
  if (other !== undefined)
    throw conflict('The region has a rate on some of these days already', [
      { code: 'overlap', path: ['start_date'], message: `overlaps with tax rate ${other.tax_rate_id}` },
    ]);
}

async function refuseWhileUsed(tx: Tx, id: string): Promise<void> {
  const services = await countServicesOf(tx, 'tax_rate_id', id);
  if (services === 0) return;
  const found = dependency('service', services, 'service', 'services');
  throw inUse(`The tax rate is still that of ${found.label}`, [found]);
}

function facts({ tax_rate_id, region_code, tax_percentage, start_date, end_date }: TaxRateRecord) {
  return { tax_rate_id, region_code, tax_percentage, start_date, end_date };
}
