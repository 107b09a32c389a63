import { invalidField, notFound } from '@psa/contract-kit';
import type { CreateRecurringInvoice, InvoiceBlueprint, UpdateRecurringInvoice } from '@psa/contracts-billing';
import { type Accepted, demandPermissions, demandVersion, type Principal } from '@psa/http-kit';
import { isCurrency } from '@psa/money';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { readClientBilling } from '../client-billing/client-billing.records.ts';
import { finalizeLocked } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { draftInvoice, dueDate } from '../invoice/invoice.actions.ts';
import { generationDate } from './generation-date.rules.ts';
import {
  findRecurringInvoice,
  insertRecurringInvoice,
  lockRecurringInvoice,
  type RecurringInvoiceRecord,
  type RecurringInvoiceRow,
  updateRecurringRow,
} from './recurring-invoice.records.ts';

/** Missed days one run makes up for. */
const MOST_AT_ONCE = 12;
const LONGEST_ERROR = 1_000;

/** @throws FORBIDDEN, VALIDATION_ERROR */
export async function createRecurringInvoice(
  db: Db,
  ports: Ports,
  principal: Pick<Principal, 'permissions'>,
  input: CreateRecurringInvoice,
): Promise<RecurringInvoiceRow> {
  const { client_id } = await requireClient(db, ports, input.client_id);
  checkBlueprint(principal, input.invoice_template);
  const { name, frequency, start_date, end_date = null, max_generations = null, is_active } = input;
  assertPeriod(start_date, end_date);
  const template_id = uuidv7();
  return db.transaction(async (tx) => {
    await insertRecurringInvoice(tx, {
      template_id,
      client_id,
      name,
      frequency,
      start_date,
      end_date,
      max_generations,
      next_generation_date: generationDate({ frequency, start_date, end_date, max_generations }, 0),
      last_error: null,
      is_active,
      invoice_template: JSON.stringify(input.invoice_template),
    });
    return requireRecurring(tx, template_id);
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED, FORBIDDEN, VALIDATION_ERROR */
export function updateRecurringInvoice(
  db: Db,
  principal: Pick<Principal, 'permissions'>,
  id: string,
  { invoice_template, ...input }: UpdateRecurringInvoice,
  accepted: Accepted,
): Promise<RecurringInvoiceRow> {
  if (invoice_template !== undefined) checkBlueprint(principal, invoice_template);
  return db.transaction(async (tx) => {
    const current = await lockAccepted(tx, id, accepted);
    // Whoever lets it go on answers for what it does.
    if (input.is_active === true) checkBlueprint(principal, current.invoice_template);
    const wanted = { ...current, ...input };
    const rule = { ...wanted, end_date: wanted.end_date ?? null, max_generations: wanted.max_generations ?? null };
    assertPeriod(rule.start_date, rule.end_date);
    if (Object.keys(input).length > 0 || invoice_template !== undefined)
      await updateRecurringRow(tx, id, {
        ...input,
        next_generation_date: generationDate(rule, current.generated_count),
        last_error: null,
        ...(invoice_template !== undefined && { invoice_template: JSON.stringify(invoice_template) }),
      });
    return requireRecurring(tx, id);
  });
}

/**
 * Makes the invoices whose days have come. Each is made in the transaction that moves the day on: none is made twice or left out.
 * @param today date in UTC
 */
export async function generateDue(db: Db, ports: Ports, id: string, today: string): Promise<void> {
  for (let made = 0; made < MOST_AT_ONCE; made++) {
    const due = await findRecurringInvoice(db, id);
    if (due === undefined || !isDue(due, today)) return;
    try {
      const client = await requireClient(db, ports, due.client_id);
      const settings = await readBillingSettings(db);
      await db.transaction(async (tx) => {
        const current = await lockRecurringInvoice(tx, id);
        if (current === undefined || !isDue(current, today)) return;
        const { invoice_template: blueprint, next_generation_date: invoice_date } = current;
        const billing = await readClientBilling(tx, client.client_id);
        const currency_code = blueprint.currency_code ?? billing.currency_code ?? settings.default_currency;
        const head = { client_id: client.client_id, invoice_date, due_date: dueDate(invoice_date, client.payment_terms), currency_code };
        const { po_number = billing.po_number, notes = null, items } = blueprint;
        const invoice = await draftInvoice(tx, client, { ...head, po_number, notes, items }, { is_manual: false });
        if (blueprint.finalize && !settings.require_approval) await finalizeLocked(tx, invoice, settings);
        await updateRecurringRow(tx, id, {
          generated_count: current.generated_count + 1,
          next_generation_date: generationDate(current, current.generated_count + 1),
          last_error: null,
        });
      });
    } catch (error) {
      await updateRecurringRow(db, id, { last_error: (error as Error).message.slice(0, LONGEST_ERROR) });
      return;
    }
  }
}

type Due<Row> = Row & { readonly next_generation_date: string };

function isDue<Row extends Pick<RecurringInvoiceRecord, 'is_active' | 'next_generation_date'>>(row: Row, today: string): row is Due<Row> {
  return row.is_active && row.next_generation_date !== null && row.next_generation_date <= today;
}

function checkBlueprint(principal: Pick<Principal, 'permissions'>, { currency_code, finalize, items }: InvoiceBlueprint): void {
  if (finalize) demandPermissions(principal, ['invoice:finalize']);
  if (currency_code !== undefined && !isCurrency(currency_code))
    throw invalidField(['invoice_template', 'currency_code'], 'is not a currency of ISO 4217');
  for (const [index, item] of items.entries())
    if (!item.is_discount && item.unit_price === undefined && !item.service_id)
      throw invalidField(['invoice_template', 'items', index, 'unit_price'], 'is required for a line without a service', 'required');
}

function assertPeriod(start_date: string, end_date: string | null): void {
  if (end_date !== null && end_date < start_date) throw invalidField('end_date', 'must not be before start_date');
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<RecurringInvoiceRecord> {
  const row = await lockRecurringInvoice(tx, id);
  if (row === undefined) throw notFound('Recurring invoice');
  demandVersion(accepted, row.version);
  return row;
}

/** @throws NOT_FOUND */
export async function requireRecurring(db: Db, id: string): Promise<RecurringInvoiceRow> {
  const row = await findRecurringInvoice(db, id);
  if (row === undefined) throw notFound('Recurring invoice');
  return row;
}
