import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { timeEntryEvents } from '@psa/contracts-time';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from './billing-service.ts';
import { aDiscount } from './testing/discount.fixtures.ts';
import { clientFacts, fakes } from './testing/fakes.ts';
import { assignLine } from './testing/invoice.fixtures.ts';
import { makeService } from './testing/service.fixtures.ts';
import { addLineService, makeBlock, makeUsage } from './testing/usage.fixtures.ts';

interface Example {
  readonly currency: string;
  readonly tax?: readonly { readonly region: string; readonly percent: number }[];
  readonly region?: string;
  readonly exempt?: boolean;
  readonly items?: readonly object[];
  readonly lines?: readonly {
    readonly line: Record<string, unknown>;
    readonly assignment: Record<string, unknown>;
    readonly services?: readonly Record<string, unknown>[];
  }[];
  readonly service?: Record<string, unknown>;
  readonly work?: readonly (readonly [day: string, begin: string, minutes: number])[];
  readonly usage?: readonly (readonly [day: string, quantity: number])[];
  readonly blocks?: readonly Record<string, unknown>[];
  /** On the line at a place, or on the whole invoice. */
  readonly discounts?: readonly ({ readonly line?: number } & Record<string, unknown>)[];
  /** Where the client's periods begin from a window on. */
  readonly anchors?: readonly (readonly [window: number, anchor: object])[];
  readonly windows?: readonly (readonly [start: string, end: string])[];
  readonly expect: readonly {
    readonly lines: readonly ({ readonly net: number; readonly discount: number; readonly tax: number } & Record<string, unknown>)[];
    readonly subtotal: number;
    readonly tax: number;
    readonly total: number;
  }[];
  readonly credit_notes?: readonly {
    readonly lines: readonly (readonly [line: number, quantity: number])[];
    readonly subtotal: number;
    readonly tax: number;
  }[];
}

const text = readFileSync(new URL('../../../docs/billing-examples.md', import.meta.url), 'utf8');
const examples = [...text.matchAll(/^## (\d+\. .+)\n[^]*?```json\n(.+)\n```/gm)].map(
  ([, title = '', json = '']) => [title, JSON.parse(json) as Example] as const,
);

describe('the worked examples', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('are at least forty, in currencies with 0, 2 and 3 digits', () => {
    expect(examples.length).toBeGreaterThanOrEqual(40);
    expect(new Set(examples.map(([, { currency }]) => currency))).toEqual(new Set(['USD', 'EUR', 'CHF', 'JPY', 'KWD']));
  });

  it.each(examples)('%s', async (_, example) => {
    const me = caller();
    const bills = new Requests(service, me);
    const made = await bills.invoices(example);
    expect(made.map(shownOf)).toMatchObject(
      example.expect.map(({ lines, ...sums }) => ({ ...sums, lines: lines.map((line) => line as Record<string, unknown>) })),
    );
    expect(made.map(({ line_items }) => line_items.length)).toEqual(example.expect.map(({ lines }) => lines.length));
    for (const note of example.credit_notes ?? []) expect(await bills.creditNote(made[0]!, note.lines)).toMatchObject(sumsOf(note));
  });
});

interface Invoice {
  readonly invoice_id: string;
  readonly subtotal: number;
  readonly tax: number;
  readonly total_amount: number;
  readonly line_items: readonly (Record<string, unknown> & { readonly item_id: string })[];
}

const sumsOf = ({ subtotal, tax }: { subtotal: number; tax: number }) => ({ subtotal, tax, total_amount: subtotal + tax });

function shownOf({ subtotal, tax, total_amount: total, line_items }: Invoice) {
  const lines = line_items.map(({ net_amount: net, discount_amount: discount, tax_amount, quantity, minutes }) => ({
    net,
    discount,
    tax: tax_amount,
    quantity,
    minutes,
  }));
  return { lines, subtotal, tax, total };
}

/** Does what an example says by requests. */
class Requests {
  readonly #service: TestService;
  readonly #me: TestCaller;
  readonly #api: TestApi;
  readonly #client = randomUUID();

  constructor(service: TestService, me: TestCaller) {
    this.#service = service;
    this.#me = me;
    this.#api = service.api(me);
  }

  async invoices({ currency: currency_code, items, ...example }: Example): Promise<Invoice[]> {
    clientFacts.set(this.#client, {
      ...(example.region !== undefined && { region_code: example.region }),
      is_tax_exempt: example.exempt ?? false,
    });
    for (const { region, percent } of example.tax ?? [])
      await this.#post('/financial/tax/rates', { region_code: region, tax_percentage: percent, start_date: '2020-01-01' });
    const client_id = this.#client;
    if (items !== undefined) return [await this.#post('/invoices', { client_id, currency_code, items })];
    await this.#given(example);
    const made: Invoice[] = [];
    for (const [index, [period_start, period_end]] of (example.windows ?? []).entries()) {
      for (const [, cycle_anchor] of (example.anchors ?? []).filter(([window]) => window === index))
        await this.#api.put(`/api/v1/clients/${client_id}/billing-settings`, { cycle_anchor });
      made.push(await this.#post('/invoices/generate', { client_id, period_start, period_end, currency_code }));
    }
    return made;
  }

  async creditNote({ invoice_id, line_items }: Invoice, lines: readonly (readonly [number, number])[]): Promise<Invoice> {
    await this.#api.post(`/api/v1/invoices/${invoice_id}/finalize`, {});
    const items = lines.map(([line, quantity]) => ({ item_id: line_items[line]!.item_id, quantity }));
    return this.#post(`/invoices/${invoice_id}/credit-note`, { reason: 'It did not work', items });
  }

  async #given({ lines = [], service, work = [], usage = [], blocks = [], discounts = [] }: Omit<Example, 'currency'>): Promise<void> {
    const client_id = this.#client;
    let service_id = service === undefined ? undefined : (await makeService(this.#api, service)).service_id;
    const lineIds: string[] = [];
    for (const { line, assignment, services = [] } of lines) {
      const { contract_line_id } = await assignLine(this.#api, line, { client_id, ...assignment });
      lineIds.push(contract_line_id);
      for (const one of services) service_id = await addLineService(this.#api, contract_line_id, one);
    }
    for (const { line, ...discount } of discounts)
      await this.#post('/discounts', aDiscount({ client_id, ...(line !== undefined && { contract_line_id: lineIds[line] }), ...discount }));
    for (const block of blocks) await makeBlock(this.#api, { client_id, ...block });
    for (const [usage_date, quantity] of usage) await makeUsage(this.#api, { client_id, service_id, usage_date, quantity });
    for (const [day, begin, minutes] of work) await this.#logWork(service_id!, day, `${day}T${begin}:00.000Z`, minutes);
    await this.#service.settled();
  }

  /** Lets the time service tell of approved work. */
  async #logWork(service_id: string, work_date: string, start_time: string, minutes: number): Promise<void> {
    const entry = {
      entry_id: randomUUID(),
      user_id: this.#me.userId,
      work_item_type: 'ticket',
      work_item_id: null,
      client_id: this.#client,
      project_id: null,
      service_id,
      work_date,
      start_time,
      end_time: new Date(Date.parse(start_time) + minutes * 60_000).toISOString(),
      duration_minutes: minutes,
      billable_duration: minutes,
      is_billable: true,
      contract_line_id: null,
      tax_region: null,
      time_sheet_id: null,
      approval_status: 'APPROVED',
      invoice_id: null,
      approved_by: this.#me.userId,
    };
    await this.#service.publish(this.#me.tenant, timeEntryEvents.approved, entry, 3);
  }

  async #post(path: string, body: object): Promise<Invoice> {
    const { status, text: refused, body: reply } = await this.#api.post(`/api/v1${path}`, body);
    if (status !== 201) throw new Error(refused);
    return reply.data as Invoice;
  }
}
