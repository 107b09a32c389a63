import { MAX_SYNC_RECORDS } from '@psa/contracts-billing';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { PaymentRecord } from '../invoice/invoice.records.ts';
import type { SyncItem } from './sync-operation.ts';
import type { SyncScope } from './sync-scope.ts';

/** One more than a sync may have shows that there are too many. */
const LIMIT = MAX_SYNC_RECORDS + 1;

export async function selectClients(db: Db, { ids, include_inactive = false }: SyncScope): Promise<SyncItem[]> {
  const rows = await db
    .selectFrom('client_replicas')
    .select('client_id')
    .where('is_deleted', '=', false)
    .$if(!include_inactive && ids === undefined, (q) => q.where('is_inactive', '=', false))
    .$if(ids !== undefined, (q) => q.where('client_id', 'in', [...(ids ?? [])]))
    .orderBy('client_id')
    .limit(LIMIT)
    .execute();
  return rows.map(({ client_id }) => ({ entity: 'customer', local_id: client_id, external_id: null }));
}

export async function selectServices(db: Db, { ids }: SyncScope): Promise<SyncItem[]> {
  const rows = await db
    .selectFrom('services')
    .select('service_id')
    .$if(ids === undefined, (q) => q.where('is_active', '=', true))
    .$if(ids !== undefined, (q) => q.where('service_id', 'in', [...(ids ?? [])]))
    .orderBy('service_id')
    .limit(LIMIT)
    .execute();
  return rows.map(({ service_id }) => ({ entity: 'item', local_id: service_id, external_id: null }));
}

/** Final invoices and credit notes, oldest first. @param today day by which an invoice is overdue */
export async function selectInvoices(db: Db, { ids, from, to, statuses, client_id }: SyncScope, today: string): Promise<SyncItem[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['invoice_id', 'invoice_type'])
    .where('invoice_type', '<>', 'prepayment')
    .where('finalized_at', 'is not', null)
    .$if(ids !== undefined, (q) => q.where('invoice_id', 'in', [...(ids ?? [])]))
    .$if(from !== undefined, (q) => q.where('invoice_date', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('invoice_date', '<=', to ?? ''))
    .$if(client_id !== undefined, (q) => q.where('client_id', '=', client_id ?? ''))
    .$if(statuses !== undefined, (q) =>
      q.where(sql<string>`case when status in ('sent', 'partially_applied') and due_date < ${today} then 'overdue' else status end`, 'in', [
        ...(statuses ?? []),
      ]),
    )
    .orderBy('invoice_date')
    .orderBy('invoice_id')
    .limit(LIMIT)
    .execute();
  return rows.map(({ invoice_id, invoice_type }) => ({
    entity: invoice_type === 'credit_note' ? 'credit_note' : 'invoice',
    local_id: invoice_id,
    external_id: null,
  }));
}

/** Payments of exported invoices that the books of a company do not have. */
export async function selectPayments(db: Db, realmId: string, { ids, invoice_id, from, to }: SyncScope): Promise<SyncItem[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('accounting_links as invoice', (join) =>
      join.onRef('invoice.tenant', '=', 'payments.tenant').on(sql<boolean>`invoice.local_id = payments.invoice_id::text`),
    )
    .leftJoin('accounting_links as link', (join) =>
      join
        .onRef('link.tenant', '=', 'payments.tenant')
        .on('link.provider', '=', QUICKBOOKS)
        .on('link.realm_id', '=', realmId)
        .on('link.entity', '=', 'payment')
        .on(sql<boolean>`link.local_id = payments.payment_id::text`),
    )
    .select('payment_id')
    .where('invoice.provider', '=', QUICKBOOKS)
    .where('invoice.realm_id', '=', realmId)
    .where('invoice.entity', '=', 'invoice')
    .where('invoice.external_id', 'is not', null)
    .where('link.external_id', 'is', null)
    .where('payments.type', '=', 'payment')
    .where('payments.applied_amount', '>', 0)
    .$if(ids !== undefined, (q) => q.where('payment_id', 'in', [...(ids ?? [])]))
    .$if(invoice_id !== undefined, (q) => q.where('payments.invoice_id', '=', invoice_id ?? ''))
    .$if(from !== undefined, (q) => q.where('payment_date', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('payment_date', '<=', to ?? ''))
    .orderBy('payment_date')
    .orderBy('payment_id')
    .limit(LIMIT)
    .execute();
  return rows.map(({ payment_id }) => ({ entity: 'payment', local_id: payment_id, external_id: null }));
}

export function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  return db.selectFrom('payments').selectAll().where('payment_id', '=', id).executeTakeFirst();
}
