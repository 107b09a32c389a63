import { randomUUID } from 'node:crypto';
import { Acknowledged, persist, type Target } from './workload.ts';
import type { World } from './world.ts';

const FIRST_YEAR = 2020;
const FEE = 10_000;
const PAID_FIRST = 4_000;
const CREDIT = 2_500;

/** Somebody of a tenant of their own who bills a client month after month: generate, finalize, a part paid, credit for more, the rest paid. */
export class BillingWriter {
  readonly seen = new Acknowledged();
  /** Months whose last payment was acknowledged. */
  settled = 0;
  /** Months that were billed. */
  months = 0;
  readonly #world: World;
  readonly #target: Target;
  readonly #tenant: string;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(world: World, target: Target, tenant: string) {
    this.#world = world;
    this.#target = target;
    this.#tenant = tenant;
  }

  static async start(world: World, name: string): Promise<BillingWriter> {
    const { tenant, apiKey } = await world.newTenant(name);
    const writer = new BillingWriter(world, { baseUrl: world.target.baseUrl, apiKey }, tenant);
    const { client_id } = await writer.#post<{ client_id: string }>('/api/v1/clients', {
      client_name: `Client of ${name}`,
      billing_cycle: 'monthly',
    });
    const { contract_line_id } = await writer.#post<{ contract_line_id: string }>('/api/v1/contract-lines', {
      contract_line_name: 'Care',
      billing_frequency: 'monthly',
      contract_line_type: 'Fixed',
      base_rate: FEE,
      billing_timing: 'advance',
    });
    const start_date = `${FIRST_YEAR}-01-01`;
    await writer.#post('/api/v1/company-contract-lines', { client_id, contract_line_id, start_date });
    await persist(writer.#target, 'PUT', '/api/v1/billing-settings', { auto_apply_credit: false }, writer.seen);
    writer.#running = writer.#write(client_id);
    return writer;
  }

  /** Lets the month under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** What is not as it was acknowledged. */
  async judge(): Promise<string[]> {
    const faults = [...this.seen.faults];
    const rows = async <Row extends object>(text: string) => (await this.#world.database.query<Row>(text, [this.#tenant])).rows;
    const invoices = await rows<{ number: string; month: string; status: string; due: number; applied: number; paid: number }>(
      `select invoice_number as number, billing_period_start::text as month, status, balance_due::int as due, credit_applied::int as applied,
         amount_paid::int as paid from billing.invoices where tenant = $1 order by invoice_number`,
    );
    const numbers = invoices.map(({ number }) => number);
    if (numbers.some((number, index) => number !== `INV-${String(index + 1).padStart(6, '0')}`))
      faults.push(`numbers have gaps: ${numbers.join(' ')}`);
    if (new Set(invoices.map(({ month }) => month)).size !== invoices.length) faults.push('a month was billed twice');
    if (invoices.length !== this.months) faults.push(`${this.months} months were billed, there are ${invoices.length} invoices`);
    const paid = invoices.filter(
      ({ status, due, applied, paid }) => status === 'paid' && due === 0 && applied === CREDIT && paid === FEE - CREDIT,
    );
    if (paid.length !== this.settled) faults.push(`${this.settled} months were settled, ${paid.length} invoices are paid as they were`);
    const [sums] = await rows<{ ar: string; cash: string; credit: string; left: string }>(
      `with moved as (
         select debit_account as account, amount from billing.journal_transfers where tenant = $1
         union all select credit_account, -amount from billing.journal_transfers where tenant = $1
       )
       select coalesce(sum(amount) filter (where account = 'ar'), 0)::text as ar, coalesce(sum(amount) filter (where account = 'cash'), 0)::text as cash,
         coalesce(-sum(amount) filter (where account = 'client_credit'), 0)::text as credit,
         (select coalesce(sum(remaining_amount), 0)::text from billing.credits where tenant = $1) as left from moved`,
    );
    const open = invoices.reduce((sum, { due }) => sum + due, 0);
    const cash = invoices.reduce((sum, invoice) => sum + invoice.paid, 0);
    if (Number(sums?.ar) !== open) faults.push(`the journal says ${sums?.ar} is owed, the invoices ${open}`);
    if (Number(sums?.cash) !== cash) faults.push(`the journal says ${sums?.cash} was paid, the invoices ${cash}`);
    if (sums?.credit !== sums?.left) faults.push(`the journal says ${sums?.credit} of credit is left, the credits ${sums?.left}`);
    return faults;
  }

  async #write(client_id: string): Promise<void> {
    for (let month = 0; !this.#stopped; month++) {
      const day = (index: number) => new Date(Date.UTC(FIRST_YEAR, index, 1)).toISOString().slice(0, 10);
      const { invoice_id } = await this.#post<{ invoice_id: string }>('/api/v1/invoices/generate', {
        client_id,
        period_start: day(month),
        period_end: day(month + 1),
      });
      this.months++;
      await this.#post(`/api/v1/invoices/${invoice_id}/finalize`, {});
      const pay = (payment_amount: number) =>
        this.#post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount, payment_method: 'bank_transfer' });
      await pay(PAID_FIRST);
      await this.#post('/api/v1/financial/transactions', { client_id, type: 'credit_issuance', amount: CREDIT });
      await this.#post('/api/v1/financial/credits/apply', { client_id, invoice_id, requested_amount: CREDIT });
      await pay(FEE - PAID_FIRST - CREDIT);
      this.settled++;
    }
  }

  async #post<Data>(path: string, body: object): Promise<Data> {
    return (JSON.parse(await persist(this.#target, 'POST', path, body, this.seen, randomUUID())) as { data: Data }).data;
  }
}
