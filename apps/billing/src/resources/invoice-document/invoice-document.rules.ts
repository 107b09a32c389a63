import { formatMoney, formatRate } from '@psa/money';
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { InvoiceItemRecord, InvoiceRecord } from '../invoice/invoice.records.ts';
import type { InvoiceDesign } from '../invoice-template/invoice-template.records.ts';
import type { Seller } from '../invoice/invoice.tables.ts';

/** Everything a document says. */
export interface InvoiceDocument {
  readonly invoice: InvoiceRecord;
  readonly items: readonly InvoiceItemRecord[];
  readonly seller: Seller;
  /** Number of the invoice that a credit note corrects. */
  readonly corrects: string | null;
  /** What it looks like; plain when absent. */
  readonly design?: InvoiceDesign | undefined;
}

const GREY = '#666666';
const BLACK = '#000000';
/** Points that a logo is at most wide and high. */
const LOGO_BOX: [number, number] = [180, 60];

/** What an invoice looks like. Nothing in it depends on when it is asked for: the same invoice gives the same bytes. */
export function documentOf({ invoice, items, seller, design }: InvoiceDocument): TDocumentDefinitions {
  const money = (amount: number) => formatMoney(amount, invoice.currency_code);
  const isCreditNote = invoice.invoice_type === 'credit_note';
  const title = `${isCreditNote ? 'Credit note' : 'Invoice'}${invoice.invoice_number === null ? '' : ` ${invoice.invoice_number}`}`;
  const mark = invoice.status === 'draft' ? 'DRAFT' : invoice.status === 'cancelled' ? 'VOID' : undefined;
  const accent = design?.accent_color ?? BLACK;
  return {
    pageSize: design?.paper_size ?? 'A4',
    pageMargins: [50, 50, 50, 60],
    info: {
      title,
      ...(seller.seller_name !== null && { author: seller.seller_name }),
      creationDate: new Date(invoice.finalized_at ?? invoice.created_at),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    ...(mark !== undefined && { watermark: { text: mark, opacity: 0.15 } }),
    footer: (page, pages) => ({
      columns: [
        {
          text: [seller.seller_tax_id === null ? null : `Tax number ${seller.seller_tax_id}`, design?.footer_text]
            .filter(Boolean)
            .join('\n'),
          color: GREY,
        },
        { width: 180, text: `${title}, page ${page} of ${pages}`, alignment: 'right', color: GREY },
      ],
      margin: [50, 20, 50, 0],
      fontSize: 8,
    }),
    content: [
      {
        columns: [
          {
            stack: [
              ...(design?.logo
                ? [{ image: `data:image/png;base64,${design.logo}`, fit: LOGO_BOX, margin: [0, 0, 0, 8] } satisfies Content]
                : []),
              { text: seller.seller_name ?? '', bold: true, fontSize: 12 },
              { text: seller.seller_address ?? '', color: GREY },
            ],
          },
          { text: title, fontSize: 18, alignment: 'right', color: accent },
        ],
      },
      { columns: [{ stack: [{ text: invoice.client_name, fontSize: 11 }, ...address(invoice)] }, facts(invoice)], margin: [0, 30, 0, 20] },
      ...(design?.header_text ? [{ text: design.header_text, margin: [0, 0, 0, 15] } satisfies Content] : []),
      lines(items, invoice.currency_code, accent),
      totals(invoice, items, money),
      ...[seller.payment_instructions, invoice.notes]
        .filter((text): text is string => text !== null && text !== '')
        .map((text): Content => ({ text, margin: [0, 20, 0, 0] })),
    ],
  };
}

function address({ bill_to }: InvoiceRecord): Content[] {
  if (bill_to === null) return [];
  const town = [bill_to.postal_code, bill_to.city].filter(Boolean).join(' ');
  return [...bill_to.address_lines, town, bill_to.country_code ?? ''].filter((line) => line !== '').map((text) => ({ text, color: GREY }));
}

function facts(invoice: InvoiceRecord): Column {
  const rows: [string, string | null][] = [
    ['Date', invoice.invoice_date],
    ['Due', invoice.invoice_type === 'credit_note' ? null : invoice.due_date],
    ['Purchase order', invoice.po_number],
    ['Period', invoice.billing_period_start === null ? null : `${invoice.billing_period_start} to before ${invoice.billing_period_end}`],
  ];
  const body = rows
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]): TableCell[] => [
      { text: name, color: GREY },
      { text: value ?? '', alignment: 'right' },
    ]);
  return { width: 220, table: { widths: ['*', 'auto'], body }, layout: 'noBorders' };
}

function lines(items: readonly InvoiceItemRecord[], currency: string, accent: string): Content {
  const head = ['Description', 'Quantity', 'Price', 'Tax', 'Amount'].map((text, index): TableCell => ({
    text,
    bold: true,
    color: accent,
    alignment: index === 0 ? 'left' : 'right',
  }));
  const body = items.map((item): TableCell[] => [
    { text: item.description },
    right(item.is_discount ? '' : String(item.quantity)),
    right(item.is_discount ? '' : formatRate(item.unit_price, currency)),
    right(item.tax_rate === null ? '' : `${item.tax_rate} %`),
    right(formatMoney(item.net_amount, currency)),
  ]);
  return { table: { headerRows: 1, widths: ['*', 'auto', 'auto', 'auto', 'auto'], body: [head, ...body] }, layout: 'lightHorizontalLines' };
}

function totals(invoice: InvoiceRecord, items: readonly InvoiceItemRecord[], money: (amount: number) => string): Content {
  const taxes = Map.groupBy(
    items.filter(({ tax_rate }) => tax_rate !== null),
    ({ tax_region, tax_rate }) => `${tax_rate} % ${tax_region ?? ''}`.trim(),
  );
  const sum = (of: readonly InvoiceItemRecord[], read: (item: InvoiceItemRecord) => number) =>
    of.reduce((total, item) => total + read(item), 0);
  const rows: [string, number][] = [
    ['Subtotal', invoice.subtotal],
    ...[...taxes].map(([rate, of]): [string, number] => [
      `Tax ${rate} of ${money(sum(of, ({ net_amount, discount_amount }) => net_amount - discount_amount))}`,
      sum(of, ({ tax_amount }) => tax_amount),
    ]),
  ];
  const table = (body: TableCell[][]): Content => ({ table: { widths: ['*', 'auto'], body }, layout: 'noBorders' });
  return {
    columns: [
      { text: '' },
      {
        width: 260,
        stack: [
          table(rows.map(([name, amount]) => [{ text: name }, right(money(amount))])),
          table([
            [
              { text: 'Total', bold: true, fontSize: 11 },
              { ...right(money(invoice.total_amount)), bold: true, fontSize: 11 },
            ],
          ]),
        ],
      },
    ],
    margin: [0, 15, 0, 0],
    unbreakable: true,
  };
}

const right = (text: string): { text: string; alignment: 'right' } => ({ text, alignment: 'right' });
