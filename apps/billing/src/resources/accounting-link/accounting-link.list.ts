import type {
  CustomerLink,
  CustomerLinkListQuery,
  InvoiceLink,
  InvoiceLinkListQuery,
  ItemLink,
  ItemLinkListQuery,
} from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { findConnection, QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';

const STATUS = sql<CustomerLink['sync_status']>`coalesce(link.status, 'unmapped')`;
const LINK = ['link.last_synced_at', 'link.error as sync_error'] as const;

/** The company that is connected, or was last. */
export const realmOf = async (db: Db) => (await findConnection(db))?.realm_id ?? '';

interface Dates {
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly updated_from?: string | undefined;
  readonly updated_to?: string | undefined;
}

/** Filters by dates; clients, whose copies have none, go by their links. */
function within({ created_from, created_to, updated_from, updated_to }: Dates, created: string, updated: string) {
  const [at, changed] = [sql.ref(created), sql.ref(updated)];
  const conditions = [
    ...(created_from === undefined ? [] : [sql<boolean>`${at} >= ${created_from}::timestamptz`]),
    ...(created_to === undefined ? [] : [sql<boolean>`${at} <= ${created_to}::timestamptz`]),
    ...(updated_from === undefined ? [] : [sql<boolean>`${changed} >= ${updated_from}::timestamptz`]),
    ...(updated_to === undefined ? [] : [sql<boolean>`${changed} <= ${updated_to}::timestamptz`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql.join<boolean>(conditions, sql` and `);
}

const customers = (db: Db, realm: string) =>
  db
    .selectFrom('client_replicas as client')
    .leftJoin('accounting_links as link', (join) =>
      join
        .onRef('link.tenant', '=', 'client.tenant')
        .on('link.provider', '=', QUICKBOOKS)
        .on('link.realm_id', '=', realm)
        .on('link.entity', '=', 'customer')
        .on(sql<boolean>`link.local_id = client.client_id::text`),
    )
    .select([
      'client.client_id',
      'client.client_name as display_name',
      'link.external_id as qbo_customer_id',
      STATUS.as('sync_status'),
      ...LINK,
    ]);

/** Active clients, and others that have a customer. */
export async function listCustomerLinks(db: Db, query: CustomerLinkListQuery): Promise<Page<CustomerLink>> {
  const { sync_status, search } = query;
  const order: ListOrder = {
    columns: { display_name: 'client.client_name' },
    id: { ref: 'client.client_id', name: 'client_id' },
  };
  const rows = customers(db, await realmOf(db))
    .where('client.is_deleted', '=', false)
    .where((eb) => eb.or([eb('client.is_inactive', '=', false), eb('link.external_id', 'is not', null)]))
    .where(within(query, 'link.created_at', 'link.updated_at'))
    .$if(sync_status !== undefined, (q) => q.where(STATUS, '=', sync_status ?? 'unmapped'))
    .$if(Boolean(search), (q) => q.where('client.client_name', 'ilike', containsPattern(search ?? '')));
  return readPage<CustomerLink>(rows, order, query);
}

export async function findCustomerLink(db: Db, clientId: string): Promise<CustomerLink | undefined> {
  return customers(db, await realmOf(db))
    .where('client.client_id', '=', clientId)
    .where('client.is_deleted', '=', false)
    .executeTakeFirst();
}

export async function listItemLinks(db: Db, query: ItemLinkListQuery): Promise<Page<ItemLink>> {
  const { sync_status, search } = query;
  const realm = await realmOf(db);
  const order: ListOrder = {
    columns: { created_at: 'services.created_at', service_name: 'services.service_name' },
    id: { ref: 'services.service_id', name: 'service_id' },
  };
  const rows = db
    .selectFrom('services')
    .leftJoin('accounting_links as link', (join) =>
      join
        .onRef('link.tenant', '=', 'services.tenant')
        .on('link.provider', '=', QUICKBOOKS)
        .on('link.realm_id', '=', realm)
        .on('link.entity', '=', 'item')
        .on(sql<boolean>`link.local_id = services.service_id::text`),
    )
    .select(['services.service_id', 'services.service_name', 'link.external_id as qbo_item_id', STATUS.as('sync_status'), ...LINK])
    .where(within(query, 'services.created_at', 'services.updated_at'))
    .$if(sync_status !== undefined, (q) => q.where(STATUS, '=', sync_status ?? 'unmapped'))
    .$if(Boolean(search), (q) => q.where('services.service_name', 'ilike', containsPattern(search ?? '')));
  return readPage<ItemLink>(rows, order, query);
}

/** Final invoices and credit notes; prepayments are not exported. */
export async function listInvoiceLinks(db: Db, query: InvoiceLinkListQuery): Promise<Page<InvoiceLink>> {
  const { sync_status, search } = query;
  const realm = await realmOf(db);
  const order: ListOrder = {
    columns: { created_at: 'invoices.created_at', invoice_number: 'invoices.invoice_number' },
    id: { ref: 'invoices.invoice_id', name: 'invoice_id' },
  };
  const rows = db
    .selectFrom('invoices')
    .leftJoin('accounting_links as link', (join) =>
      join
        .onRef('link.tenant', '=', 'invoices.tenant')
        .on('link.provider', '=', QUICKBOOKS)
        .on('link.realm_id', '=', realm)
        .on('link.entity', 'in', ['invoice', 'credit_note'])
        .on(sql<boolean>`link.local_id = invoices.invoice_id::text`),
    )
    .select([
      'invoices.invoice_id',
      'invoices.invoice_number',
      sql<InvoiceLink['invoice_type']>`invoices.invoice_type`.as('invoice_type'),
      'invoices.invoice_date',
      'invoices.total_amount',
      'invoices.currency_code',
      'link.external_id as qbo_invoice_id',
      STATUS.as('sync_status'),
      ...LINK,
    ])
    .where('invoices.invoice_type', '<>', 'prepayment')
    .where('invoices.finalized_at', 'is not', null)
    .where(within(query, 'invoices.created_at', 'invoices.updated_at'))
    .$if(sync_status !== undefined, (q) => q.where(STATUS, '=', sync_status ?? 'unmapped'))
    .$if(Boolean(search), (q) =>
      q.where((eb) =>
        eb.or([
          eb('invoices.invoice_number', 'ilike', containsPattern(search ?? '')),
          eb('invoices.client_name', 'ilike', containsPattern(search ?? '')),
        ]),
      ),
    );
  return readPage<InvoiceLink>(rows, order, query);
}
