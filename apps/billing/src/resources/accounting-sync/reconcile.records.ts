import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { InvoiceRecord } from '../invoice/invoice.records.ts';

/** A final document here, with what stands for it at the provider. */
export interface LinkedDocument extends Pick<
  InvoiceRecord,
  'invoice_id' | 'invoice_number' | 'invoice_date' | 'currency_code' | 'total_amount' | 'status'
> {
  readonly kind: 'invoice' | 'credit_note';
  readonly external_id: string | null;
}

/** Final invoices and credit notes of a range of dates. */
export async function findDocumentsOf(db: Db, realmId: string, from: string, to: string, limit: number): Promise<LinkedDocument[]> {
  const kind = sql<LinkedDocument['kind']>`case when invoices.invoice_type = 'credit_note' then 'credit_note' else 'invoice' end`;
  return db
    .selectFrom('invoices')
    .leftJoin('accounting_links as link', (join) =>
      join
        .onRef('link.tenant', '=', 'invoices.tenant')
        .on('link.provider', '=', QUICKBOOKS)
        .on('link.realm_id', '=', realmId)
        .on('link.entity', 'in', ['invoice', 'credit_note'])
        .on(sql<boolean>`link.local_id = invoices.invoice_id::text`),
    )
    .select(['invoice_id', 'invoice_number', 'invoice_date', 'currency_code', 'total_amount', 'invoices.status', 'external_id'])
    .select(kind.as('kind'))
    .where('invoice_type', '<>', 'prepayment')
    .where('finalized_at', 'is not', null)
    .where('invoice_date', '>=', from)
    .where('invoice_date', '<=', to)
    .orderBy('invoice_date')
    .orderBy('invoice_id')
    .limit(limit)
    .execute();
}
