import { addDays, type BillingAnchor, type Period } from '@psa/calendar';
import { ApiError, invalidField } from '@psa/contract-kit';
import type { BillingSettings } from '@psa/contracts-billing';
import { priceOf, toMinorNumber } from '@psa/money';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../billing-app.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { hoursOf, readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { type BilledService, billedServices, type Currencies, priceIn } from '../invoice/billed-services.records.ts';
import { type ComputedLines, computeLines, type Line } from '../invoice/invoice-lines.actions.ts';
import type { BucketOfItem, HoursOfItem, PeriodOfItem, SourceOfItem, Sources, UsageOfItem } from '../invoice/invoice-sources.actions.ts';
import { discountsOf } from '../discount/discount.records.ts';
import { drawBlocks } from './block-draws.rules.ts';
import { bucketCharges, bucketOf } from './bucket-charges.rules.ts';
import { deviceCharges, type DeviceTerms } from './device-charges.rules.ts';
import { discountLines } from './discount-lines.rules.ts';
import {
  billedPeriods,
  billedWork,
  bucketUse,
  deviceWindows,
  dueUsage,
  dueWork,
  MAX_ENTRIES,
  openBlocks,
  partKey,
} from './due-work.records.ts';
import { periodOf } from './due-periods.rules.ts';
import { fixedCharges } from './fixed-charges.rules.ts';
import { type DueWork, type HourlyCharge, hourlyCharges, type HourlyTerms } from './hourly-charges.rules.ts';
import { linesOfBucket, linesOfDevices, linesOfFee, linesOfUsage, linesOfWork, type NewLine } from './generated-lines.rules.ts';
import { type Terms, termsOfClient } from './terms.records.ts';
import { usageCharges } from './usage-charges.rules.ts';

/** Two years: what is due in a window began up to a year before it, and what overlaps with that up to a year before that. */
const LONGEST_PERIODS_DAYS = 733;

/** The days an invoice is for, and those whose fees and whose work and usage it bills. */
export interface Windows {
  readonly invoice: Period;
  readonly fees: Period;
  readonly work: Period;
}

/** How an invoice is billed to its client. */
export interface BilledAs {
  readonly currency_code: string;
  /** Whether only what is priced in it is billed; otherwise nothing is while something due is priced in another one. */
  readonly isAlone: boolean;
  /** Where the periods of the client begin. */
  readonly anchor: BillingAnchor;
}

/** What a client owes in a window, as lines that were priced and what they bill. */
export interface Due {
  readonly computed: ComputedLines;
  readonly sources: Sources;
}

/**
 * What a client owes: one function for preview and invoice, so that what is shown is what is billed.
 * @throws VALIDATION_ERROR when it is too much for one invoice, CONFLICT when it is nothing, in several currencies, or a region has no tax
 *   rate that day
 */
export async function dueOf(db: Db, client: ClientCopy, windows: Windows, { currency_code, isAlone, anchor }: BilledAs): Promise<Due> {
  const settings = await readBillingSettings(db);
  const currencies = { wanted: currency_code, default: settings.default_currency };
  const terms = await termsOfClient(db, client.client_id, {
    currencies,
    isAlone,
    anchor,
    days: { start: minOf(windows.fees.start, windows.work.start), end: windows.fees.end },
  });
  const bill = new Bill();
  await addFees(db, bill, terms, client.client_id, windows.fees);
  await addWork(db, bill, terms, { client, currencies, settings }, windows.work);
  await addUsage(db, bill, terms, client.client_id, windows.work);
  if (bill.lines.length === 0) throw new NothingToBill(client.client_id, windows.fees);
  const discounts = await discountsOf(db, client.client_id);
  bill.lines.push(...discountLines(discounts, bill.lines, windows.invoice));
  const invoice_date = new Date().toISOString().slice(0, 10);
  return { computed: await computeLines(db, bill.lines, { client, currency_code, invoice_date }), sources: bill };
}

function minOf(one: string, other: string): string {
  return one < other ? one : other;
}

/** Thrown when a client owes nothing in a window. */
export class NothingToBill extends ApiError {
  constructor(client_id: string, { start, end }: Period) {
    super('CONFLICT', 'There is nothing to bill', { client_id, period_start: start, period_end: end });
  }
}

/** Lines and what they bill, as they are gathered. */
class Bill implements Sources {
  readonly lines: Line[] = [];
  readonly work: SourceOfItem[] = [];
  readonly #sources = new Map<string, SourceOfItem & { readonly also_on: string[] }>();
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

  /** The first line an entry is on holds it; the others are noted with it. */
  addWork(item_id: string, entries: readonly { readonly entry_id: string }[]): void {
    for (const { entry_id } of entries) {
      const known = this.#sources.get(entry_id);
      if (known === undefined) {
        const source = { item_id, time_entry_id: entry_id, also_on: [] };
        this.#sources.set(entry_id, source);
        this.work.push(source);
      } else known.also_on.push(item_id);
    }
  }
}

async function addFees(db: Db, bill: Bill, { fixed, devices }: Terms, clientId: string, window: Period): Promise<void> {
  const billed = await billedPeriods(
    db,
    [...fixed, ...devices].map(({ client_contract_line_id }) => client_contract_line_id),
    addDays(window.start, -LONGEST_PERIODS_DAYS),
  );
  const add = (client_contract_line_id: string, part: string, { start, end }: Period, lines: NewLine[]) => {
    bill.periods.push({ item_id: bill.add(lines), client_contract_line_id, part, period_start: start, period_end: end });
  };
  const billedOf = (client_contract_line_id: string, part = '') => billed.get(partKey({ client_contract_line_id, part })) ?? [];
  for (const charge of fixed.flatMap((terms) => fixedCharges(terms, window, billedOf(terms.client_contract_line_id))))
    add(charge.terms.client_contract_line_id, '', charge.unbilled, linesOfFee(charge));
  if (devices.length === 0) return;
  const [counted, names] = await Promise.all([
    deviceWindows(db, clientId),
    billedServices(
      db,
      devices.map(({ service_id }) => service_id),
    ),
  ]);
  const dueOfDevices = (terms: DeviceTerms) =>
    deviceCharges(terms, counted, window, billedOf(terms.client_contract_line_id, terms.service_id));
  for (const charge of devices.flatMap(dueOfDevices)) {
    const { client_contract_line_id, service_id } = charge.terms;
    add(client_contract_line_id, service_id, charge.unbilled, linesOfDevices(charge, names.get(service_id)?.service_name ?? 'Devices'));
  }
}

interface Billed {
  readonly client: ClientCopy;
  readonly currencies: Currencies;
  readonly settings: BillingSettings;
}

async function addWork(
  db: Db,
  bill: Bill,
  { hourly, buckets }: Terms,
  { client, currencies, settings }: Billed,
  window: Period,
): Promise<void> {
  const { client_id } = client;
  const work = await dueWork(db, client_id, window);
  if (work.length === 0) return;
  assertFew(work, 'time entries');
  const services = await billedServices(
    db,
    work.map(({ service_id }) => service_id),
  );
  const nameOf = (serviceId: string) => services.get(serviceId)?.service_name ?? 'Work';
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
  const context = { hours: hoursOf(settings.business_hours), before: await workBefore(db, client_id, hourly, rest) };
  for (const charge of drawBlocks(hourlyCharges(rest, hourly, context), await openBlocks(db, client_id))) {
    const { service_id, parts, draws } = charge;
    const price = priceOfWork(services.get(service_id), charge, currencies);
    const item_id = bill.add(linesOfWork(charge, nameOf(service_id), rateOf(charge, price), window));
    bill.addWork(
      item_id,
      parts.map(({ entry }) => entry),
    );
    for (const draw of draws) bill.hours.push({ item_id, ...draw });
  }
}

/** What lines with overtime have billed of the periods this work lies in. */
async function workBefore(db: Db, clientId: string, hourly: readonly HourlyTerms[], work: readonly DueWork[]) {
  const lines = hourly.flatMap(({ contract_line_id, overtime }) => (overtime === null ? [] : [{ contract_line_id, overtime }]));
  const first = work.reduce<string | undefined>(
    (day, { work_date }) => (day === undefined || work_date < day ? work_date : day),
    undefined,
  );
  if (lines.length === 0 || first === undefined) return [];
  const since = lines.map(({ overtime }) => periodOf(overtime, first).start).toSorted()[0]!;
  const before = await billedWork(
    db,
    clientId,
    lines.map(({ contract_line_id }) => contract_line_id),
    since,
  );
  return before;
}

/** What an hour costs at the price of the service: its default rate is the one the work was logged with. */
function priceOfWork(service: BilledService | undefined, { logged_rate }: HourlyCharge, currencies: Currencies): number | undefined {
  return priceIn(service && { ...service, default_rate: logged_rate ?? service.default_rate }, currencies);
}

/** Minor units an hour; undefined where the service has no price. */
function rateOf({ terms, kind }: HourlyCharge, price: number | undefined): number | undefined {
  if (terms === null) return price;
  if (kind === 'overtime') return terms.overtime?.rate;
  if (kind === 'regular') return terms.rate ?? price;
  const base = terms.rate ?? price;
  return base === undefined ? undefined : toMinorNumber(priceOf(String(base), terms.after_hours ?? '1'));
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
