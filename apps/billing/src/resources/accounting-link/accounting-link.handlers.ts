import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { accountingLinkRoutes } from '@psa/contracts-billing';
import { type Db, handlers } from '../../billing-app.ts';
import { callProvider, toApiError } from '../accounting-connection/access-token.actions.ts';
import { requireConnection } from '../accounting-connection/accounting-connection.actions.ts';
import { realmOf, findCustomerLink, listCustomerLinks, listInvoiceLinks, listItemLinks } from './accounting-link.list.ts';
import { deleteLink, externalIdOf, findLink, findLinkByExternal, hasExportedInvoices, insertLink } from './accounting-link.records.ts';

export const accountingLinkHandlers = handlers(accountingLinkRoutes, {
  listAccountingCustomers: async ({ db, query }) => {
    const { rows, pagination } = await listCustomerLinks(db, query);
    return { data: rows, pagination };
  },

  linkAccountingCustomer: async ({ db, ports, params: { id: local_id }, body: { qbo_customer_id: external_id } }) => {
    await requireCustomerLink(db, local_id);
    const { realm_id } = await requireConnection(db);
    const customer = await callProvider(db, ports, (session) => ports.accounting.quickbooks.get(session, 'customer', external_id)).catch(
      toApiError,
    );
    if (customer?.isActive !== true) throw invalidField('qbo_customer_id', 'is no active customer in QuickBooks', 'unknown_reference');
    await db.transaction(async (tx) => {
      const other = await findLinkByExternal(tx, realm_id, 'customer', external_id);
      if (other !== undefined && other.local_id !== local_id)
        throw conflict('The customer stands for another client', { client_id: other.local_id });
      const link = await findLink(tx, realm_id, 'customer', local_id);
      const before = externalIdOf(link);
      if (before !== undefined && before !== external_id && (await hasExportedInvoices(tx, realm_id, local_id)))
        throw conflict('Invoices of the client were exported to another customer', { qbo_customer_id: before });
      const { syncToken: sync_token } = customer;
      await insertLink(tx, { realm_id, entity: 'customer', local_id, external_id, sync_token, synced_version: null });
    });
    return { data: await requireCustomerLink(db, local_id) };
  },

  unlinkAccountingCustomer: async ({ db, params: { id } }) => {
    await db.transaction(async (tx) => {
      const realm_id = await realmOf(tx);
      const link = await findLink(tx, realm_id, 'customer', id);
      if (link === undefined) throw notFound('Customer of the client');
      if (await hasExportedInvoices(tx, realm_id, id))
        throw conflict('Invoices of the client were exported', { qbo_customer_id: link.external_id });
      await deleteLink(tx, link.link_id);
    });
  },

  listAccountingItems: async ({ db, query }) => {
    const { rows, pagination } = await listItemLinks(db, query);
    return { data: rows, pagination };
  },

  listAccountingInvoices: async ({ db, query }) => {
    const { rows, pagination } = await listInvoiceLinks(db, query);
    return { data: rows, pagination };
  },
});

/** @throws NOT_FOUND when the tenant has no such client */
async function requireCustomerLink(db: Db, clientId: string) {
  const link = await findCustomerLink(db, clientId);
  if (link === undefined) throw notFound('Client');
  return link;
}
