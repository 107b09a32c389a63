/** The source that a run's clients carry their external ids under. */
export const sourceOf = (run: string): string => `try-it-${run}`;

/** One client of another system, as it comes: not yet what the API takes. */
export interface MessyClient {
  readonly externalId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Code of the refusal, for one that is to be refused. */
  readonly refusedWith?: 'VALIDATION_ERROR' | 'CONFLICT';
}

/** Cells of one row of the file; absent ones are empty. */
export interface FileRow {
  readonly cells: readonly [name: string, id: string, billingCycle: string, street: string, city: string, country: string, tags: string];
  /** Column at fault, for a row that is to be left out. */
  readonly fault?: string;
}

const HEADER = ['Company', 'Number', 'Billing cycle', 'Street', 'City', 'Country', 'Tags', 'Source', 'Shoe size'];

/** What the columns are called here, where that is not how the API knows them. */
export const FILE_COLUMNS: Readonly<Record<string, string>> = { Number: 'external_id' };

/** Twenty rows, three of them wrong: a name twice, an unknown billing cycle, half an address. */
export function fileRows(run: string): FileRow[] {
  const good: FileRow['cells'][] = [
    [`Müller & Söhne GmbH ${run}`, 'F 1', 'monthly', 'Ring; 1', 'Köln', 'DE', 'vip, ohio'],
    [`  Ångström AB ${run}  `, 'F/2', 'Quarterly', 'Storgatan 5', 'Göteborg', 'SWE', ''],
    [`"Quoted" Ltd. ${run}`, 'F"3', '', '', '', '', 'has "quotes"'],
    [`Semi; Colon ${run}`, 'F;4', 'weekly', '', '', '', ''],
    [`O'Brien, Brien & Co ${run}`, 'F,5', '', "1 O'Connell St", 'Dublin', 'IE', ''],
    [`Zażółć Gęślą Jaźń ${run}`, 'F6ż', '', '', '', '', ''],
    [`株式会社テスト ${run}`, 'F7', 'annually', '', '', '', ''],
    [`Line ${run}\nBreak`, 'F8', '', '', '', '', ''],
    [`=1+1 ${run}`, 'F9', '', '', '', '', ''],
    [`100% & <b>bold</b> ${run}`, 'F10', '', '', '', '', ''],
  ];
  const plain = Array.from({ length: 7 }, (_, index): FileRow['cells'] => [`Plain ${index} ${run}`, `P${index}`, '', '', '', '', '']);
  return [
    ...[...good, ...plain].map((cells) => ({ cells })),
    { cells: [`PLAIN 0 ${run}`, 'P0 again', '', '', '', '', ''], fault: 'client_name' },
    { cells: [`Daily ${run}`, 'X1', 'daily', '', '', '', ''], fault: 'billing_cycle' },
    { cells: [`Half ${run}`, 'X2', '', '1 Main St', 'Dublin', '', ''], fault: 'country_code' },
  ];
}

/** The rows as the other system exports them: semicolons, CRLF, a byte order mark. */
export function fileOf(run: string): string {
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return `\uFEFF${[HEADER, ...fileRows(run).map(({ cells }) => [...cells, sourceOf(run), '42'])].map((cells) => cells.map(quoted).join(';')).join('\r\n')}\r\n`;
}

/** Twenty items, three of them wrong: a name that is taken, an empty name, an unknown billing cycle. */
export function batchItems(run: string): MessyClient[] {
  const monthly = { billing_cycle: 'monthly' };
  const names = [
    'Ölmühle',
    'Crème Brûlée SA',
    'Șerban & Fiii',
    'Ғалым ЖШС',
    'مؤسسة الاختبار',
    'Emoji 🚀 Inc',
    'Tab\tStop',
    'C:\\Path\\Co',
    'a/b?c#d',
  ];
  const odd = names.map((name, index) => ({
    externalId: `B ${index}/ü;x?&=%`,
    data: { ...monthly, client_name: ` ${name} ${run} `, notes: `imported as ${name}` },
  }));
  const plain = Array.from({ length: 8 }, (_, index) => ({
    externalId: `b${index}`,
    data: { ...monthly, client_name: `Batch ${index} ${run}`, tags: ['imported'] },
  }));
  return [
    ...odd,
    ...plain,
    { externalId: 'b0 again', data: { ...monthly, client_name: `BATCH 0 ${run}` }, refusedWith: 'CONFLICT' },
    { externalId: 'nameless', data: { ...monthly, client_name: '   ' }, refusedWith: 'VALIDATION_ERROR' },
    { externalId: 'daily', data: { client_name: `Daily batch ${run}`, billing_cycle: 'daily' }, refusedWith: 'VALIDATION_ERROR' },
  ];
}
