import { notFound } from '@psa/contract-kit';
import { clientContactRoutes, contactRoutes } from '@psa/contracts-clients';
import { assertInClientScope, assertPortalFilters, versioned } from '@psa/http-kit';
import { handlers } from '../../clients-app.ts';
import { findClient } from '../client/client.records.ts';
import { createContact, deleteContact, updateContact } from './contact.actions.ts';
import { listContacts } from './contact.list.ts';
import { findContact } from './contact.records.ts';
import { searchContacts } from './contact-search.list.ts';
import { contactStats } from './contact-stats.records.ts';
import { contactPath, toContact } from './contact.view.ts';

export const contactHandlers = handlers(contactRoutes, {
  listContacts: async ({ db, query }) => {
    const { rows, pagination } = await listContacts(db, query);
    return { data: rows.map(toContact), pagination };
  },

  createContact: async ({ db, body }) => {
    const row = await createContact(db, body);
    return versioned({ data: toContact(row) }, row.version, contactPath(row.contact_name_id));
  },

  searchContacts: async ({ db, query }) => ({ data: (await searchContacts(db, query)).map(toContact) }),

  getContactStats: async ({ db }) => ({ data: await contactStats(db) }),

  getContact: async ({ db, params }) => {
    const row = await findContact(db, params.id);
    if (row === undefined) throw notFound('Contact');
    return versioned({ data: toContact(row) }, row.version);
  },

  updateContact: async ({ db, params, body, ifMatch }) => {
    const row = await updateContact(db, params.id, body, ifMatch);
    return versioned({ data: toContact(row) }, row.version);
  },

  deleteContact: ({ db, ports, params, ifMatch }) => deleteContact(db, ports, params.id, ifMatch),
});

export const clientContactHandlers = handlers(clientContactRoutes, {
  listClientContacts: async ({ db, principal, params, query }) => {
    assertInClientScope(principal, params.id);
    if ((await findClient(db, params.id)) === undefined) throw notFound('Client');
    assertPortalFilters(principal, query, ['tags']);
    const { rows, pagination } = await listContacts(db, { ...query, client_id: params.id });
    return { data: rows.map(toContact), pagination };
  },
});
