import { decimalOf, majorToMinor, minorToMajor, toMinorNumber } from '@psa/money';
import { z } from 'zod';
import type { AccountingDrafts, AccountingKind, AccountingRecords, DocumentDraft } from '../../ports/accounting.ts';

/** How a kind of records is called by the API. */
interface Entity<Kind extends AccountingKind> {
  /** In queries and replies. */
  readonly name: string;
  /** In paths. */
  readonly path: string;
  /** Member that names it; undefined where none does. */
  readonly key: string | undefined;
  /** Query parameters and further members of the request that voids it. */
  readonly cancel: { readonly query: Readonly<Record<string, string>>; readonly members: Readonly<Record<string, unknown>> } | undefined;
  readonly schema: z.ZodType<AccountingRecords[Kind]>;
  readonly body: (draft: AccountingDrafts[Kind]) => Record<string, unknown>;
}

const Ref = z.object({ value: z.string() });
const stamp = { Id: z.string(), SyncToken: z.string() };
/** Where a company has one currency alone, replies name none; such companies are in countries whose currency has two digits. */
const minor = (amount: number, currency: string | null) => toMinorNumber(majorToMinor(decimalOf(amount), currency ?? 'USD'));
const major = (amount: number, currency: string) => Number(minorToMajor(BigInt(amount), currency));

const Named = (key: 'DisplayName' | 'Name') =>
  z.looseObject({ ...stamp, [key]: z.string(), Active: z.boolean().default(true) }).transform((row) => ({
    id: row.Id,
    syncToken: row.SyncToken,
    name: String(row[key]),
    isActive: row.Active,
  }));

const Line = z.object({
  Amount: z.number().default(0),
  Description: z.string().optional(),
  DetailType: z.string().optional(),
  SalesItemLineDetail: z.object({ Qty: z.number().optional() }).optional(),
});

const Document = z
  .object({
    ...stamp,
    DocNumber: z.string().optional(),
    CustomerRef: Ref,
    TxnDate: z.string(),
    DueDate: z.string().optional(),
    CurrencyRef: Ref.optional(),
    TotalAmt: z.number(),
    Balance: z.number().optional(),
    RemainingCredit: z.number().optional(),
    PrivateNote: z.string().optional(),
    TxnTaxDetail: z.object({ TotalTax: z.number().optional() }).optional(),
    Line: z.array(Line).default([]),
  })
  .transform((row) => {
    const currencyCode = row.CurrencyRef?.value ?? null;
    const open = row.RemainingCredit ?? row.Balance ?? row.TotalAmt;
    return {
      id: row.Id,
      syncToken: row.SyncToken,
      number: row.DocNumber ?? null,
      customerId: row.CustomerRef.value,
      date: row.TxnDate,
      dueDate: row.DueDate ?? null,
      currencyCode,
      total: minor(row.TotalAmt, currencyCode),
      tax: minor(row.TxnTaxDetail?.TotalTax ?? 0, currencyCode),
      // A voided document keeps its number and has nothing left; the API marks it in the private note.
      isVoided: row.TotalAmt === 0 && row.PrivateNote?.startsWith('Voided') === true,
      isSettled: open !== row.TotalAmt,
      lines: row.Line.filter(({ DetailType }) => DetailType === 'SalesItemLineDetail').map(
        ({ Amount, Description, SalesItemLineDetail }) => ({
          description: Description ?? '',
          quantity: SalesItemLineDetail?.Qty ?? 1,
          amount: minor(Amount, currencyCode),
        }),
      ),
    };
  });

const Payment = z
  .object({
    ...stamp,
    CustomerRef: Ref,
    TxnDate: z.string(),
    CurrencyRef: Ref.optional(),
    PaymentRefNum: z.string().optional(),
    TotalAmt: z.number(),
    Line: z
      .array(z.object({ Amount: z.number(), LinkedTxn: z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).default([]) }))
      .default([]),
  })
  .transform((row) => {
    const currencyCode = row.CurrencyRef?.value ?? null;
    return {
      id: row.Id,
      syncToken: row.SyncToken,
      customerId: row.CustomerRef.value,
      date: row.TxnDate,
      currencyCode,
      reference: row.PaymentRefNum ?? null,
      total: minor(row.TotalAmt, currencyCode),
      applied: row.Line.flatMap(({ Amount, LinkedTxn }) =>
        LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => ({
          invoiceId: TxnId,
          amount: minor(Amount, currencyCode),
        })),
      ),
    };
  });

function documentBody(draft: DocumentDraft): Record<string, unknown> {
  const { currencyCode } = draft;
  return {
    DocNumber: draft.number,
    CustomerRef: { value: draft.customerId },
    TxnDate: draft.date,
    DueDate: draft.dueDate,
    CurrencyRef: { value: currencyCode },
    GlobalTaxCalculation: 'TaxExcluded',
    ...(draft.notes !== null && { CustomerMemo: { value: draft.notes.slice(0, 1_000) } }),
    TxnTaxDetail: {
      TotalTax: major(draft.tax, currencyCode),
      ...(draft.taxCodeId !== null && { TxnTaxCodeRef: { value: draft.taxCodeId } }),
    },
    Line: draft.lines.map(({ amount, description, priced, itemId, taxCodeId }) => ({
      DetailType: 'SalesItemLineDetail',
      Amount: major(amount, currencyCode),
      Description: description,
      SalesItemLineDetail: {
        ItemRef: { value: itemId },
        ...(priced !== null && { Qty: priced.quantity, UnitPrice: major(priced.unitPrice, currencyCode) }),
        ...(taxCodeId !== null && { TaxCodeRef: { value: taxCodeId } }),
      },
    })),
  };
}

export const entities: { readonly [Kind in AccountingKind]: Entity<Kind> } = {
  customer: {
    name: 'Customer',
    path: 'customer',
    key: 'DisplayName',
    cancel: undefined,
    schema: Named('DisplayName'),
    body: ({ name, isActive }) => ({ DisplayName: name, CompanyName: name.slice(0, 100), Active: isActive }),
  },
  item: {
    name: 'Item',
    path: 'item',
    key: 'Name',
    cancel: undefined,
    schema: Named('Name'),
    body: ({ name, isActive, incomeAccountId, description }) => ({
      Name: name,
      Type: 'Service',
      Active: isActive,
      IncomeAccountRef: { value: incomeAccountId },
      ...(description !== null && { Description: description.slice(0, 4_000) }),
    }),
  },
  invoice: {
    name: 'Invoice',
    path: 'invoice',
    key: 'DocNumber',
    cancel: { query: { operation: 'void' }, members: {} },
    schema: Document,
    body: documentBody,
  },
  credit_note: {
    name: 'CreditMemo',
    path: 'creditmemo',
    key: 'DocNumber',
    // The API cannot void credit memos.
    cancel: { query: { operation: 'delete' }, members: {} },
    schema: Document,
    body: (draft) => {
      const { DueDate: _due, ...body } = documentBody(draft);
      return body;
    },
  },
  payment: {
    name: 'Payment',
    path: 'payment',
    key: undefined,
    cancel: { query: { operation: 'update', include: 'void' }, members: { sparse: true } },
    schema: Payment,
    body: ({ customerId, date, currencyCode, reference, invoiceId, amount }) => ({
      CustomerRef: { value: customerId },
      TxnDate: date,
      CurrencyRef: { value: currencyCode },
      ...(reference !== null && { PaymentRefNum: reference.slice(0, 21) }),
      TotalAmt: major(amount, currencyCode),
      Line: [{ Amount: major(amount, currencyCode), LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }],
    }),
  },
};
