import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { billingService } from '../../billing-service.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';

const PATH = '/api/v1/invoices';
const FINANCIAL = '/api/v1/financial';
const RUNS = 12;
/** Further runs in which commands that never succeeded are waited for. */
const MOST_RUNS = 60;
const COMMANDS = 30;
/** With two digits, none and three: each is that of every third run. */
const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;

/** What somebody does to one of two clients; `at` picks the invoice or credit, `amount` is in minor units. */
interface Command {
  readonly kind: (typeof kinds)[number];
  readonly client: number;
  readonly at: number;
  readonly amount: number;
}

const kinds = [
  'finalize',
  'pay',
  'overpay',
  'refund',
  'void',
  'write-off',
  'credit-note',
  'grant',
  'prepay',
  'apply',
  'transfer',
  'expire',
  'reverse',
] as const;

const commands = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    client: fc.integer({ min: 0, max: 1 }),
    at: fc.nat(9),
    amount: fc.integer({ min: 1, max: 15_000 }),
  }),
  { minLength: COMMANDS, maxLength: COMMANDS },
);

interface ShownInvoice {
  readonly invoice_id: string;
  readonly status: string;
  readonly invoice_type: string;
  readonly subtotal: number;
  readonly tax: number;
  readonly total_amount: number;
  readonly amount_paid: number;
  readonly credit_applied: number;
  readonly amount_written_off: number;
  readonly balance_due: number;
}

describe('whatever people do to invoices and credits, in any order', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('the journal, the invoices and the credits agree', async () => {
    const statuses = new Map<string, number>();
    let runs = 0;
    const run = async (given: readonly Command[]) => {
      const api = service.api(caller());
      const clients = [randomUUID(), randomUUID()];
      for (const id of clients) clientFacts.set(id, { region_code: 'DE' });
      const settings = await api.put('/api/v1/billing-settings', { default_currency: CURRENCIES[runs++ % CURRENCIES.length] });
      expect(settings.status).toBe(200);
      await api.post(`${FINANCIAL}/tax/rates`, { region_code: 'DE', tax_percentage: 7.7, start_date: '2020-01-01' });
      for (const command of given) {
        const status = await act(api, clients, command);
        statuses.set(command.kind, (statuses.get(command.kind) ?? 0) + Number(status < 300));
        // Whatever is refused is refused on purpose.
        expect([200, 201, 400, 404, 409]).toContain(status);
      }
      await agree(api, clients);
    };
    await fc.assert(fc.asyncProperty(commands, run), { numRuns: RUNS, endOnFailure: true });
    const untried = () => kinds.some((kind) => (statuses.get(kind) ?? 0) === 0);
    for (let more = 0; more < MOST_RUNS && untried(); more++) await run(fc.sample(commands, 1)[0]!);
    // Every command succeeded now and then: else nothing was tried.
    for (const kind of kinds) expect([kind, statuses.get(kind)]).not.toEqual([kind, 0]);
  }, 120_000);
});

async function act(api: TestApi, clients: readonly string[], { kind, client, at, amount }: Command): Promise<number> {
  const client_id = clients[client]!;
  const nth = <Row>(rows: readonly Row[]) => rows[at % Math.max(rows.length, 1)];
  const invoice = async (filter = '') => {
    const { body } = await api.get(`${PATH}?client_id=${client_id}&limit=10${filter}`);
    return nth(body.data as ShownInvoice[])?.invoice_id ?? randomUUID();
  };
  const credit = async () => {
    const { body } = await api.get(`${FINANCIAL}/credits?client_id=${client_id}&limit=10&has_remaining=true`);
    return nth(body.data as { credit_id: string; transaction_id: string }[]) ?? { credit_id: randomUUID(), transaction_id: randomUUID() };
  };
  const post = async (path: string, body: object) => (await api.post(path, body)).status;
  const payment = { payment_amount: amount, payment_method: 'bank_transfer' };
  switch (kind) {
    case 'finalize': {
      const items = [
        { description: 'Work', quantity: 1.5, unit_price: amount, is_taxable: true },
        { description: 'Parts', quantity: 3, unit_price: 333 },
        { description: 'For friends', is_discount: true, discount_type: 'percentage', discount_percentage: at },
      ];
      const { body } = await api.post(PATH, { client_id, items });
      return post(`${PATH}/${body.data.invoice_id}/finalize`, {});
    }
    case 'pay':
      return post(`${PATH}/${await invoice()}/payment`, payment);
    case 'overpay':
      return post(`${PATH}/${await invoice()}/payment`, { ...payment, allow_overpayment: true });
    case 'refund':
      return post(`${PATH}/${await invoice()}/refund`, { ...(at % 2 === 0 && { amount }), reason: 'x' });
    case 'void':
      // What credit paid for is the harder half.
      return post(`${PATH}/${await invoice(at % 2 === 0 ? '&has_credit_applied=true' : '&status=sent')}/void`, { reason: 'x' });
    case 'write-off':
      return post(`${PATH}/${await invoice()}/write-off`, { ...(at % 2 === 0 && { amount }), reason: 'x' });
    case 'credit-note': {
      const invoice_id = await invoice();
      const { body } = await api.get(`${PATH}/${invoice_id}/creditable-items`);
      const line = nth((body.data ?? []) as { item_id: string }[]);
      return post(`${PATH}/${invoice_id}/credit-note`, {
        reason: 'x',
        ...(at % 2 === 0 && line && { items: [{ item_id: line.item_id, quantity: 0.7 }] }),
      });
    }
    case 'grant':
      return post(`${FINANCIAL}/transactions`, { client_id, type: 'credit_issuance', amount });
    case 'prepay': {
      const { body } = await api.post(`${FINANCIAL}/credits/prepayment`, { client_id, amount });
      return post(`${PATH}/${body.data.invoice_id}/finalize`, {});
    }
    case 'apply':
      return post(`${FINANCIAL}/credits/apply`, { client_id, invoice_id: await invoice(), requested_amount: amount });
    case 'transfer':
      return post(`${FINANCIAL}/credits/transfer`, {
        source_credit_id: (await credit()).credit_id,
        target_client_id: clients[1 - client],
        amount: Math.ceil(amount / 10),
      });
    case 'expire':
      return bulk(api, 'credits', { credit_ids: [(await credit()).credit_id], operation: 'expire' });
    case 'reverse':
      return bulk(api, 'transactions', { transaction_ids: [(await credit()).transaction_id], operation: 'reverse' });
  }
}

/** The status of the only item, as if it had been asked for alone. */
async function bulk(api: TestApi, what: string, body: object): Promise<number> {
  const reply = await api.post(`${FINANCIAL}/bulk/${what}`, body);
  return (reply.body.data.successful as number) === 1 ? reply.status : 409;
}

async function agree(api: TestApi, clients: readonly string[]): Promise<void> {
  const reconciled = (await api.post(`${FINANCIAL}/reconciliation/run`, {})).body.data as object;
  expect(reconciled).toMatchObject({ errorCount: 0, findings: [] });
  const invoices = (await api.get(`${PATH}?limit=100`)).body.data as ShownInvoice[];
  for (const invoice of invoices) {
    const { subtotal, tax, total_amount, amount_paid, credit_applied, amount_written_off, balance_due, status } = invoice;
    expect(subtotal + tax).toBe(total_amount);
    if (status === 'cancelled' || status === 'draft') expect(balance_due).toBe(0);
    else expect(balance_due).toBe(total_amount - amount_paid - credit_applied - amount_written_off);
    expect(balance_due).toBeGreaterThanOrEqual(0);
    expect(status === 'paid').toBe(balance_due === 0 && status !== 'cancelled' && status !== 'draft');
  }
  const open = invoices.filter(({ invoice_type }) => invoice_type === 'standard').reduce((sum, { balance_due }) => sum + balance_due, 0);
  const aging = (await api.get(`${FINANCIAL}/reports/aging`)).body.data.summary as { total_outstanding: number }[];
  expect(aging.reduce((sum, { total_outstanding }) => sum + total_outstanding, 0)).toBe(open);
  let owed = 0;
  for (const client_id of clients) {
    const { balances } = (await api.get(`${FINANCIAL}/reports/balance?client_id=${client_id}`)).body.data as {
      balances: { current_balance: number; unapplied_cash: number; available_credit: number }[];
    };
    for (const { current_balance, unapplied_cash, available_credit } of balances) {
      owed += current_balance + unapplied_cash;
      expect(available_credit).toBeGreaterThanOrEqual(0);
      expect(unapplied_cash).toBeGreaterThanOrEqual(0);
    }
  }
  expect(owed).toBe(open);
}
