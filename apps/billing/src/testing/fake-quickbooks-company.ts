type Row = Record<string, unknown> & { Id: string; SyncToken: string };
export interface FakeReply {
  readonly status: number;
  readonly body: object;
}

const NAMES: Readonly<Record<string, string>> = {
  customer: 'Customer',
  item: 'Item',
  invoice: 'Invoice',
  creditmemo: 'CreditMemo',
  payment: 'Payment',
};
/** Active records every company has from the beginning, by entity. */
const PRESET: Readonly<Record<string, readonly string[]>> = { Account: ['1', '33', '79', '84'], TaxCode: ['2', 'NON', 'TAX'] };
const DOCUMENTS = ['Invoice', 'CreditMemo'];

class Refusal extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const fault = (status: number, Message: string, code: string): FakeReply => ({
  status,
  body: { Fault: { Error: [{ Message, code }], type: 'Fault' } },
});

/** The books of one company with the rules of QuickBooks: versions, unique names and numbers, request ids, closed periods, balances. */
export class FakeCompany {
  readonly #realmId: string;
  readonly #records = new Map<string, Map<string, Row>>();
  readonly #changes = new Map<string, { name: string; at: number; isDeleted: boolean }>();
  readonly #replies = new Map<string, FakeReply>();
  #lastId = 100;
  /** Last day of the closed books. */
  closedThrough: string | undefined;
  /** What QuickBooks adds to the tax that is sent to it, as it does where it computes tax by itself. */
  addsTax = 0;
  /** Names of suppliers, which customers cannot have. */
  readonly vendors = new Set<string>();

  constructor(realmId: string) {
    this.#realmId = realmId;
  }

  all(name: string): Row[] {
    return [...(this.#records.get(name)?.values() ?? [])];
  }

  /** What somebody enters at the provider. */
  enter(name: string, members: Record<string, unknown>): Row {
    return this.#create(name, members);
  }

  /** What somebody changes at the provider. */
  edit(name: string, id: string, members: Record<string, unknown>): Row {
    return this.#write(name, { ...this.#require(name, id), ...members });
  }

  remove(name: string, id: string): void {
    const row = this.#require(name, id);
    if (name === 'Payment') this.#apply(row, -1);
    this.#records.get(name)?.delete(id);
    this.#note(name, id, true);
  }

  answer(resource: string, id: string, query: URLSearchParams, body: Record<string, unknown> | undefined): FakeReply {
    const requestId = query.get('requestid');
    const known = requestId === null ? undefined : this.#replies.get(requestId);
    if (known !== undefined) return known;
    try {
      const reply = { status: 200, body: this.#do(resource, id, query, body) };
      if (requestId !== null) this.#replies.set(requestId, reply);
      return reply;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return fault(400, error.message, error.code);
    }
  }

  #do(resource: string, id: string, query: URLSearchParams, body: Record<string, unknown> | undefined): object {
    if (resource === 'companyinfo') return { CompanyInfo: { CompanyName: `Company ${this.#realmId}` } };
    if (resource === 'preferences')
      return { Preferences: { AccountingInfoPrefs: this.closedThrough === undefined ? {} : { BookCloseDate: this.closedThrough } } };
    if (resource === 'query') return { QueryResponse: this.#query(query.get('query') ?? '') };
    if (resource === 'cdc') return this.#changedSince(query);
    const name = NAMES[resource];
    if (name === undefined) throw new Refusal('4000', 'Unsupported Operation');
    if (body === undefined) return { [name]: this.#require(name, id) };
    if (body['Id'] === undefined) return { [name]: this.#create(name, body) };
    const row = this.#require(name, body['Id'] as string);
    if (row.SyncToken !== body['SyncToken']) throw new Refusal('5010', 'Stale Object Error');
    const operation = query.get('operation');
    if (operation === 'delete') {
      this.remove(name, row.Id);
      return { [name]: { Id: row.Id, status: 'Deleted' } };
    }
    if (operation === 'void' || query.get('include') === 'void') return { [name]: this.#void(name, row) };
    const { sparse: _sparse, SyncToken: _token, ...changes } = body;
    if (name === 'Customer' || name === 'Item') this.#assertFree(name, { ...row, ...changes } as Row);
    return { [name]: this.#write(name, DOCUMENTS.includes(name) ? this.#summed({ ...row, ...changes }) : { ...row, ...changes }) };
  }

  #create(name: string, members: Record<string, unknown>): Row {
    const row = { ...members, Id: String(++this.#lastId), SyncToken: '-1' } as Row;
    if (name === 'Customer' || name === 'Item') {
      this.#assertFree(name, row);
      return this.#write(name, { Active: true, ...row });
    }
    const date = String(row['TxnDate']);
    if (this.closedThrough !== undefined && date <= this.closedThrough) throw new Refusal('6210', 'Account Period Closed');
    this.#require('Customer', (row['CustomerRef'] as { value: string }).value, '2500', 'Invalid Reference Id');
    if (name === 'Payment') {
      this.#apply(row, 1);
      return this.#write(name, row);
    }
    const number = row['DocNumber'];
    if (number !== undefined && this.all(name).some((other) => other['DocNumber'] === number))
      throw new Refusal('6140', 'Duplicate Document Number Error');
    return this.#write(name, this.#summed({ ...row, Balance: undefined }));
  }

  #write(name: string, row: Record<string, unknown>): Row {
    const written = { ...row, SyncToken: String(Number(row['SyncToken']) + 1) } as Row;
    let rows = this.#records.get(name);
    if (rows === undefined) this.#records.set(name, (rows = new Map()));
    rows.set(written.Id, written);
    this.#note(name, written.Id, false);
    return written;
  }

  /** With its sums: they are QuickBooks' to compute. */
  #summed(row: Record<string, unknown>): Record<string, unknown> {
    const lines = row['Line'] as { Amount: number; SalesItemLineDetail?: { ItemRef?: { value: string } } }[];
    for (const { SalesItemLineDetail } of lines)
      if (SalesItemLineDetail?.ItemRef) this.#require('Item', SalesItemLineDetail.ItemRef.value, '2500', 'Invalid Reference Id');
    const sent = (row['TxnTaxDetail'] as { TotalTax?: number } | undefined)?.TotalTax ?? 0;
    const TotalTax = rounded(sent + this.addsTax);
    const TotalAmt = rounded(lines.reduce((sum, { Amount }) => sum + Amount, 0) + TotalTax);
    return { ...row, TxnTaxDetail: { ...(row['TxnTaxDetail'] as object), TotalTax }, TotalAmt, Balance: TotalAmt };
  }

  #void(name: string, row: Row): Row {
    if (name === 'Payment') {
      this.#apply(row, -1);
      return this.#write(name, { ...row, TotalAmt: 0, Line: [], PrivateNote: 'Voided' });
    }
    const lines = (row['Line'] as object[]).map((line) => ({ ...line, Amount: 0 }));
    return this.#write(name, { ...row, Line: lines, TxnTaxDetail: { TotalTax: 0 }, TotalAmt: 0, Balance: 0, PrivateNote: 'Voided' });
  }

  /** Takes what a payment applies from the balances of its invoices, or gives it back. */
  #apply(payment: Row, sign: 1 | -1): void {
    const lines = (payment['Line'] as { Amount: number; LinkedTxn?: { TxnId: string }[] }[] | undefined) ?? [];
    const applied = lines.flatMap(({ Amount, LinkedTxn = [] }) => LinkedTxn.map(({ TxnId }) => ({ Amount, TxnId })));
    for (const { Amount, TxnId } of applied)
      if (sign === 1 && Amount > Number(this.#require('Invoice', TxnId, '2500', 'Invalid Reference Id')['Balance']))
        throw new Refusal('6000', 'A business validation error has occurred');
    for (const { Amount, TxnId } of applied) {
      const invoice = this.#records.get('Invoice')?.get(TxnId);
      if (invoice !== undefined) this.#write('Invoice', { ...invoice, Balance: rounded(Number(invoice['Balance']) - sign * Amount) });
    }
  }

  #assertFree(name: string, row: Row): void {
    const key = name === 'Customer' ? 'DisplayName' : 'Name';
    const isTaken = this.all(name).some((other) => other.Id !== row.Id && other[key] === row[key]);
    if (isTaken || (name === 'Customer' && this.vendors.has(String(row[key])))) throw new Refusal('6240', 'Duplicate Name Exists Error');
  }

  #require(name: string, id: string, code = '610', message = 'Object Not Found'): Row {
    const row = this.#records.get(name)?.get(id);
    if (row === undefined) throw new Refusal(code, message);
    return row;
  }

  #note(name: string, id: string, isDeleted: boolean): void {
    this.#changes.set(`${name} ${id}`, { name, at: Date.now(), isDeleted });
  }

  #changedSince(query: URLSearchParams): object {
    const since = Date.parse(query.get('changedSince') ?? '');
    const changed = (query.get('entities') ?? '').split(',').map((name) => {
      const rows = [...this.#changes]
        .filter(([, change]) => change.name === name && change.at >= since)
        .map(([key, { isDeleted }]) => {
          const Id = key.slice(name.length + 1);
          return isDeleted ? { Id, status: 'Deleted', domain: 'QBO' } : this.#require(name, Id);
        });
      // Without a result the real one leaves the member out.
      return rows.length === 0 ? {} : { [name]: rows };
    });
    return { CDCResponse: [{ QueryResponse: changed }], time: new Date().toISOString() };
  }

  #query(text: string): object {
    const counted = /^select count\(\*\) from (\w+)$/.exec(text)?.[1];
    if (counted !== undefined) return { totalCount: this.all(counted).length };
    const [, columns = '', name = '', where = '', , start = '1', most = '100'] =
      /^select (\*|Id) from (\w+)(?: where (.*?))?( orderby Id)?(?: startposition (\d+))? maxresults (\d+)$/.exec(text) ?? [];
    const preset = PRESET[name]?.map((Id) => ({ Id, Active: true }));
    const rows: Record<string, unknown>[] | undefined = preset ?? (Object.values(NAMES).includes(name) ? this.all(name) : undefined);
    if (columns === '' || rows === undefined) throw new Refusal('4000', 'QueryParserError');
    const conditions = where === '' ? [] : where.split(/ and (?=\w+ (?:=|<=|>=|in) )/i).map(conditionOf);
    const found = rows.filter((row) => conditions.every((holds) => holds(row))).slice(Number(start) - 1, Number(start) - 1 + Number(most));
    return found.length === 0 ? {} : { [name]: found, startPosition: Number(start), maxResults: found.length };
  }
}

function conditionOf(text: string): (row: Record<string, unknown>) => boolean {
  const [, member = '', operator = '', operand = ''] = /^(\w+) (=|<=|>=|in) (.*)$/i.exec(text) ?? [];
  const values = [...operand.matchAll(/'((?:[^'\\]|\\.)*)'|\b(true)\b/g)].map(
    ([, quoted, flag]) => flag ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'),
  );
  if (values.length === 0) throw new Refusal('4000', 'QueryParserError');
  return (row) => {
    const actual = String(row[member]);
    const [value = ''] = values;
    if (operator === '<=') return actual <= value;
    if (operator === '>=') return actual >= value;
    return values.includes(actual);
  };
}

function rounded(amount: number): number {
  return Math.round(amount * 1_000) / 1_000;
}
