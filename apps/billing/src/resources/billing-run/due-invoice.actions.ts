import { type Period } from '@psa/calendar';
import { conflict, invalidField } from '@psa/contract-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../billing-app.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { billedServices } from '../invoice/billed-services.records.ts';
import { type ComputedLines, computeLines, type Line } from '../invoice/invoice-lines.actions.ts';
import type { BucketOfItem, HoursOfItem, PeriodOfItem, SourceOfItem, Sources, UsageOfItem } from '../invoice/invoice-sources.actions.ts';
import { drawBlocks } from './block-draws.rules.ts';
import { bucketCharges, bucketOf } from './bucket-charges.rules.ts';
import { billedPeriods, bucketUse, dueUsage, dueWork, MAX_ENTRIES, openBlocks } from './due-work.records.ts';
import { type FixedCharge, fixedCharges } from './fixed-charges.rules.ts';
import { hourlyCharges } from './hourly-charges.rules.ts';
import { linesOfBucket, linesOfFee, linesOfUsage, linesOfWork, type NewLine } from './generated-lines.rules.ts';
import { type Terms, termsOfClient } from './terms.records.ts';
import { usageCharges } from './usage-charges.rules.ts';

/** What a client owes in a window, as lines that were priced and what they bill. */
export interface Due {
  readonly computed: ComputedLines;
  readonly sources: Sources;
}

/**
 * What a client owes: one function for preview and invoice, so that what is shown is what is billed.
 * @throws VALIDATION_ERROR when it is too much for one invoice, CONFLICT when it is nothing, or a region has no tax rate that day
 */
export async function dueOf(db: Db, client: ClientCopy, window: Period, currency_code: string): Promise<Due> {
  const terms = await termsOfClient(db, client.client_id);
  const bill = new Bill();
  await addFees(db, bill, terms, window);
  await addWork(db, bill, terms, client.client_id, window);
  await addUsage(db, bill, terms, client.client_id, window);
  if (bill.lines.length === 0)
    throw conflict('There is nothing to bill', { client_id: client.client_id, period_start: window.start, period_end: window.end });
  const invoice_date = new Date().toISOString().slice(0, 10);
  return { computed: await computeLines(db, bill.lines, { client, currency_code, invoice_date }), sources: bill };
}

/** Lines and what they bill, as they are gathered. */
class Bill implements Sources {
  readonly lines: Line[] = [];
  readonly work: SourceOfItem[] = [];
  readonly periods: PeriodOfItem[] = [];
  readonly usage: UsageOfItem[] = [];
  readonly buckets: BucketOfItem[] = [];
  readonly hours: HoursOfItem[] = [];

  /** @returns the id of the first of them, to which belongs what they bill */
  add(lines: readonly NewLine[]): string {
    const added = lines.map((line) => ({ ...line, item_id: uuidv7(), is_manual: false, is_discount: false }));
    this.lines.push(...added);
    return added[0]!.item_id;
  }

  addWork(item_id: string, entries: readonly { readonly entry_id: string }[]): void {
    for (const { entry_id } of entries) this.work.push({ item_id, time_entry_id: entry_id });
  }
}

async function addFees(db: Db, bill: Bill, { fixed }: Terms, window: Period): Promise<void> {
  const billed = await billedPeriods(
    db,
    fixed.map(({ client_contract_line_id }) => client_contract_line_id),
  );
  const keyOf = ({ terms, period }: FixedCharge) => `${terms.client_contract_line_id}/${period.start}`;
  for (const charge of fixed.flatMap((terms) => fixedCharges(terms, window)).filter((one) => !billed.has(keyOf(one)))) {
    const item_id = bill.add(linesOfFee(charge));
    bill.periods.push({ item_id, client_contract_line_id: charge.terms.client_contract_line_id, period_start: charge.period.start });
  }
}

async function addWork(db: Db, bill: Bill, { hourly, buckets }: Terms, clientId: string, window: Period): Promise<void> {
  const work = await dueWork(db, clientId, window);
  assertFew(work, 'time entries');
  const names = await billedServices(
    db,
    work.map(({ service_id }) => service_id),
  );
  const nameOf = (serviceId: string) => names.get(serviceId)?.service_name ?? 'Work';
  for (const charge of bucketCharges(work, buckets, await bucketUse(db, buckets))) {
    const item_id = bill.add(linesOfBucket(charge, nameOf(charge.terms.service_id)));
    bill.addWork(item_id, charge.entries);
    const { client_contract_line_id, service_id } = charge.terms;
    bill.buckets.push({
      item_id,
      client_contract_line_id,
      service_id,
      period_start: charge.period.start,
      minutes: charge.minutes,
      overage_minutes: charge.overage,
    });
  }
  const rest = work.filter((entry) => bucketOf(entry, buckets) === undefined);
  for (const charge of drawBlocks(hourlyCharges(rest, hourly), await openBlocks(db, clientId))) {
    const item_id = bill.add(linesOfWork(charge, nameOf(charge.service_id), window));
    bill.addWork(item_id, charge.entries);
    for (const draw of charge.draws) bill.hours.push({ item_id, ...draw });
  }
}

async function addUsage(db: Db, bill: Bill, { usage }: Terms, clientId: string, window: Period): Promise<void> {
  const records = await dueUsage(db, clientId, window);
  assertFew(records, 'records of usage');
  const names = await billedServices(
    db,
    records.map(({ service_id }) => service_id),
  );
  for (const charge of usageCharges(records, usage)) {
    const item_id = bill.add(linesOfUsage(charge, names.get(charge.service_id)?.service_name ?? 'Usage', window));
    bill.usage.push({ item_id, usage_ids: charge.records.map(({ usage_id }) => usage_id) });
  }
}

function assertFew(found: readonly unknown[], what: string): void {
  if (found.length > MAX_ENTRIES) throw invalidField('period_end', `gives more than ${MAX_ENTRIES} ${what}: ask for a shorter window`);
}
