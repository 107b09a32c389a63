import { setTimeout as sleep } from 'node:timers/promises';
import { connectBooks, type FakeCompany } from '../../apps/billing/src/testing/fake-quickbooks-client.ts';
import { Acknowledged, persist } from './workload.ts';
import type { World } from './world.ts';

const BASE = '/api/v1/integrations/quickbooks';
const FEE = 10_000;
const PAID_HERE = 4_000;
const CLIENTS = 10;

/** A tenant whose invoices and payments are kept equal with its books. */
export class AccountingWorkload {
  readonly seen = new Acknowledged();
  readonly #world: World;
  readonly #invoices: number;
  #company: FakeCompany | undefined;

  constructor(world: World, invoices: number) {
    this.#world = world;
    this.#invoices = invoices;
  }

  /** Makes the invoices, half of them paid in part, and connects the books. */
  async prepare(): Promise<void> {
    const clients: string[] = [];
    for (let number = 0; number < CLIENTS; number++)
      clients.push(
        (await this.#send<{ client_id: string }>('POST', '/api/v1/clients', { client_name: `Client ${number}`, billing_cycle: 'monthly' }))
          .client_id,
      );
    for (let number = 0; number < this.#invoices; number++) {
      const { invoice_id } = await this.#send<{ invoice_id: string }>('POST', '/api/v1/invoices', {
        client_id: clients[number % CLIENTS],
        invoice_date: '2026-06-01',
        due_date: '2026-07-01',
        items: [{ description: 'Care', quantity: 1, unit_price: FEE }],
      });
      await this.#send('POST', `/api/v1/invoices/${invoice_id}/finalize`, {});
      const payment = { payment_amount: PAID_HERE, payment_method: 'bank_transfer', payment_date: '2026-06-10' };
      if (number % 2 === 0) await this.#send('POST', `/api/v1/invoices/${invoice_id}/payment`, payment);
    }
    this.#company = await connectBooks((path, body) => this.#send('POST', BASE + path, body));
    const account = { account_type: 'income', local_account_name: 'Services', qbo_account_id: '79', is_default: true };
    await this.#send('POST', `${BASE}/accounts/mapping`, { mappings: [account] });
  }

  get company(): FakeCompany {
    if (this.#company === undefined) throw new Error('The books are not connected');
    return this.#company;
  }

  /** Pays the other half in the books. */
  payThere(): void {
    for (const document of this.company.all('Invoice'))
      if (document['Balance'] === document['TotalAmt'])
        this.company.enter('Payment', {
          CustomerRef: document['CustomerRef'],
          TxnDate: '2026-06-11',
          TotalAmt: 25,
          Line: [{ Amount: 25, LinkedTxn: [{ TxnId: document.Id, TxnType: 'Invoice' }] }],
        });
  }

  /** Has something synchronized, and tries again what failed, until it all succeeded. */
  async synchronize(operation_type: string): Promise<void> {
    const date_range = { start_date: '2026-06-01', end_date: '2026-06-30' };
    const { bulk_sync_id } = await this.#send<{ bulk_sync_id: string }>('POST', `${BASE}/bulk/sync`, {
      operations: [{ operation_type, date_range }],
    });
    for (;;) {
      await sleep(500);
      const { status, operation_results } = await this.#send<{ status: string; operation_results: { sync_id: string }[] }>(
        'GET',
        `${BASE}/bulk/sync/${bulk_sync_id}`,
      );
      if (status === 'completed') return;
      if (status === 'partial' || status === 'failed')
        await this.#send('POST', `${BASE}/sync/history/${operation_results[0]?.sync_id}/retry`, {});
    }
  }

  /** What is not equal on both sides, or there twice. */
  async judge(): Promise<string[]> {
    const faults = [...this.seen.faults];
    const documents = this.company.all('Invoice');
    const payments = this.company.all('Payment');
    if (documents.length !== this.#invoices) faults.push(`${this.#invoices} invoices are ${documents.length} documents in the books`);
    if (new Set(documents.map((document) => document['DocNumber'])).size !== documents.length) faults.push('a document is there twice');
    if (payments.length !== this.#invoices) faults.push(`${this.#invoices} payments are ${payments.length} in the books`);
    if (this.company.all('Customer').length !== CLIENTS)
      faults.push(`${CLIENTS} clients are ${this.company.all('Customer').length} customers`);
    const { is_equal, differences } = await this.#send<{ is_equal: boolean; differences: unknown[] }>(
      'GET',
      `${BASE}/reconciliation?date_from=2026-01-01&date_to=2026-12-31`,
    );
    if (!is_equal) faults.push(`the books differ: ${JSON.stringify(differences).slice(0, 500)}`);
    const { rows } = await this.#world.database.query<{ number: string; paid: number; payments: number }>(
      `select invoice_number as number, amount_paid::int as paid, (select count(*)::int from billing.payments p
         where p.tenant = i.tenant and p.invoice_id = i.invoice_id) as payments from billing.invoices i where tenant = $1`,
      [this.#world.tenant],
    );
    const balances = new Map(documents.map((document) => [document['DocNumber'], Number(document['Balance'])]));
    for (const { number, paid, payments: count } of rows)
      if (count !== 1 || FEE - paid !== Math.round((balances.get(number) ?? 0) * 100))
        faults.push(`${number}: ${paid} was paid here in ${count} payments, ${balances.get(number)} is due in the books`);
    return faults.slice(0, 20);
  }

  async #send<Data>(method: string, path: string, body: object = {}): Promise<Data> {
    return (JSON.parse(await persist(this.#world.target, method, path, body, this.seen)) as { data: Data }).data;
  }
}
