import { conflict, invalidField } from '@psa/contract-kit';
import { type BillingSettings, type InvoiceItemInput, MAX_AMOUNT } from '@psa/contracts-billing';
import { toMinorNumber } from '@psa/money';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../billing-app.ts';
import { regionsOf } from '../../replicas/location-replica.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { type ChargeInput, DiscountBeyondBase, type DiscountInput, type InvoiceTotals, invoiceTotals } from './invoice-totals.rules.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { type BilledService, billedServices, type Currencies, NoPriceInCurrency, priceIn } from './billed-services.records.ts';
import type { NewItem } from './invoice.records.ts';
import { taxRatesOn } from './tax-of-day.records.ts';

/** Lines that were computed, and what they come to. */
export interface ComputedLines {
  readonly items: NewItem[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total_amount: number;
}

/** A line before it is priced: as a caller writes it, or generated. */
export interface Line extends InvoiceItemInput {
  readonly contract_line_id?: string | null;
  /** Of work at an hourly price. */
  readonly minutes?: number | null;
  readonly explanation?: string | null;
  readonly is_manual?: boolean;
  /** Service whose tax applies to a fee, which bills no service itself. */
  readonly taxed_as?: string | null;
  /** Which of the minor units of a fee it bills, where the fee is split. */
  readonly part_of_fee?: { readonly from: number; readonly to: number; readonly of: number };
}

interface Bill {
  readonly client: Pick<ClientCopy, 'client_id' | 'region_code' | 'is_tax_exempt'>;
  readonly currency_code: string;
  readonly invoice_date: string;
}

interface Charge {
  readonly input: Line;
  readonly index: number;
  readonly item_id: string;
  readonly unit_price: number;
  readonly region: string | null;
}

/**
 * Prices, taxes and sums of the lines of a draft, on the day of the invoice.
 * @throws VALIDATION_ERROR naming the line, CONFLICT when a region has no tax rate that day, or what is generated no price in its currency
 */
export async function computeLines(db: Db, inputs: readonly Line[], bill: Bill): Promise<ComputedLines> {
  const services = await billedServices(
    db,
    inputs.flatMap(({ service_id, taxed_as }) => service_id ?? taxed_as ?? []),
  );
  const [regions, { default_currency, tax_rounding }] = await Promise.all([
    regionsOf(
      db,
      bill.client.client_id,
      inputs.flatMap(({ location_id }) => location_id ?? []),
    ),
    readBillingSettings(db),
  ]);
  const ids = inputs.map(({ item_id }) => item_id ?? uuidv7());
  assertUnique(ids);
  const charges: Charge[] = [];
  const discounts: { input: Line; index: number }[] = [];
  for (const [index, input] of inputs.entries()) {
    if (input.is_discount) {
      discounts.push({ input, index });
      continue;
    }
    const service = input.service_id ? services.get(input.service_id) : undefined;
    if (input.service_id && service === undefined)
      throw invalidField(['items', index, 'service_id'], 'is not a service of this tenant', 'unknown_reference');
    charges.push({
      input,
      index,
      item_id: ids[index]!,
      unit_price: priceOfOne(input, index, service, { wanted: bill.currency_code, default: default_currency }),
      region: regionOf(
        input,
        service ?? (input.taxed_as ? services.get(input.taxed_as) : undefined),
        input.location_id ? regions.get(input.location_id) : undefined,
        bill.client,
      ),
    });
  }
  const rates = await taxRatesOn(
    db,
    charges.flatMap(({ region }) => region ?? []),
    bill.invoice_date,
  );
  const taxed: ChargeInput[] = charges.map(({ input, unit_price, region }) => {
    const percentage = region === null ? undefined : rates.get(region);
    if (region !== null && percentage === undefined)
      throw conflict(`Region ${region} has no tax rate on ${bill.invoice_date}`, { tax_region: region, date: bill.invoice_date });
    return {
      rate: String(unit_price),
      quantity: String(input.quantity),
      minutes: input.minutes === undefined || input.minutes === null ? undefined : BigInt(input.minutes),
      tax: region === null || percentage === undefined ? null : { region, percentage },
    };
  });
  const totals = totalsOf(taxed, discounts, charges, tax_rounding);
  assertInBounds(totals, charges);
  const items = new Map<number, NewItem>();
  for (const [place, charge] of charges.entries()) {
    const { gross, discount, tax } = totals.charges[place]!;
    const rate = taxed[place]!.tax;
    items.set(charge.index, {
      ...plain(charge.input, charge.item_id, charge.index),
      unit_price: charge.unit_price,
      net_amount: toMinorNumber(gross),
      discount_amount: toMinorNumber(discount),
      tax_amount: toMinorNumber(tax),
      is_taxable: rate !== null,
      tax_region: rate?.region ?? null,
      tax_rate: rate === null ? null : Number(rate.percentage),
    });
  }
  for (const [place, { input, index }] of discounts.entries()) {
    const off = toMinorNumber(totals.discounts[place]!);
    items.set(index, {
      ...plain(input, ids[index]!, index),
      unit_price: input.discount_type === 'percentage' ? 0 : -(input.unit_price ?? 0),
      net_amount: off === 0 ? 0 : -off,
      discount_amount: 0,
      tax_amount: 0,
      is_taxable: false,
      tax_region: null,
      tax_rate: null,
    });
  }
  return {
    items: inputs.map((_, index) => items.get(index)!),
    subtotal: toMinorNumber(totals.subtotal),
    tax: toMinorNumber(totals.tax),
    total_amount: toMinorNumber(totals.total),
  };
}

/** @throws VALIDATION_ERROR naming the line that is too much for a document, or the lines that are together */
function assertInBounds({ charges: computed, total }: InvoiceTotals, charges: readonly Charge[]): void {
  const beyond = computed.findIndex(({ gross }) => gross > BigInt(MAX_AMOUNT));
  if (beyond !== -1) throw invalidField(['items', charges[beyond]!.index, 'unit_price'], `comes to more than ${MAX_AMOUNT}`, 'too_big');
  if (total > BigInt(MAX_AMOUNT)) throw invalidField('items', `come to more than ${MAX_AMOUNT}`, 'too_big');
}

function totalsOf(
  taxed: readonly ChargeInput[],
  discounts: readonly { input: Line; index: number }[],
  charges: readonly Charge[],
  rounding: BillingSettings['tax_rounding'],
) {
  const wanted = discounts.map(({ input, index }): DiscountInput => {
    const isPercentage = input.discount_type === 'percentage';
    const value = isPercentage ? input.discount_percentage : input.unit_price;
    if (value === undefined || value === null)
      throw invalidField(
        ['items', index, isPercentage ? 'discount_percentage' : 'unit_price'],
        'is required for this discount',
        'required',
      );
    if (!isPercentage && !Number.isInteger(value))
      throw invalidField(['items', index, 'unit_price'], 'must be a whole number of minor units for a discount');
    const type = isPercentage ? 'percentage' : 'fixed';
    return { charge: targetOf(input, index, charges), type, value: String(value), isClamped: input.is_manual === false };
  });
  try {
    return invoiceTotals(taxed, wanted, rounding);
  } catch (error) {
    if (!(error instanceof DiscountBeyondBase)) throw error;
    throw invalidField(['items', discounts[error.discount]!.index], 'takes off more than there is', 'too_big');
  }
}

/** Place of the charge a discount is on; null for the whole invoice. */
function targetOf(
  { applies_to_item_id, applies_to_service_id }: InvoiceItemInput,
  index: number,
  charges: readonly Charge[],
): number | null {
  if (!applies_to_item_id && !applies_to_service_id) return null;
  const place = charges.findIndex(({ item_id, input }) =>
    applies_to_item_id ? item_id === applies_to_item_id : input.service_id === applies_to_service_id,
  );
  const field = applies_to_item_id ? 'applies_to_item_id' : 'applies_to_service_id';
  if (place === -1) throw invalidField(['items', index, field], 'is on no line of this invoice', 'unknown_reference');
  return place;
}

function priceOfOne(input: Line, index: number, service: BilledService | undefined, currencies: Currencies): number {
  if (input.unit_price !== undefined) return input.unit_price;
  if (service === undefined) throw invalidField(['items', index, 'unit_price'], 'is required for a line without a service', 'required');
  const price = priceIn(service, currencies);
  if (price !== undefined) return price;
  if (input.is_manual === false) throw new NoPriceInCurrency(service, currencies.wanted);
  throw invalidField(['items', index, 'unit_price'], `is required: the service has no price in ${currencies.wanted}`, 'required');
}

/** Where a charge is taxed; null where it is not. */
function regionOf(
  input: InvoiceItemInput,
  service: BilledService | undefined,
  ofLocation: string | undefined,
  client: Bill['client'],
): string | null {
  // A service without a tax rate is not taxable, unless the line says so.
  const isTaxable = input.is_taxable ?? (service === undefined || service.tax_rate_id !== null);
  if (!isTaxable || client.is_tax_exempt === true) return null;
  return input.tax_region ?? ofLocation ?? service?.tax_region ?? client.region_code;
}

function plain(input: Line, item_id: string, position: number) {
  return {
    item_id,
    position,
    service_id: input.service_id ?? null,
    contract_line_id: input.contract_line_id ?? null,
    location_id: input.location_id ?? null,
    minutes: input.minutes ?? null,
    explanation: input.explanation ?? null,
    description: input.description,
    quantity: input.quantity,
    is_manual: input.is_manual ?? true,
    is_discount: input.is_discount,
    discount_type: input.is_discount ? (input.discount_type ?? 'fixed') : null,
    discount_percentage: input.is_discount ? (input.discount_percentage ?? null) : null,
    applies_to_item_id: input.applies_to_item_id ?? null,
    applies_to_service_id: input.applies_to_service_id ?? null,
    corrects_item_id: null,
    is_by_amount: false,
    service_period_start: input.service_period_start ?? null,
    service_period_end: input.service_period_end ?? null,
  };
}

function assertUnique(ids: readonly string[]): void {
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw invalidField(['items', twice, 'item_id'], 'is given twice', 'duplicate');
}
