import { created, Id, many, nothing, one, page, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  ClientContactListQuery,
  Contact,
  ContactListQuery,
  ContactSearchQuery,
  ContactStats,
  CreateContact,
  UpdateContact,
} from './contact.schemas.ts';
import { clientGroup } from './group.ts';

const params = z.object({ id: Id.describe('Contact id') });

export const contactRoutes = routes(clientGroup('Contacts'), {
  listContacts: {
    method: 'get',
    path: '/api/v1/contacts',
    permission: 'contact:read',
    summary: 'List contacts',
    query: ContactListQuery,
    reply: page(Contact),
  },
  createContact: {
    method: 'post',
    path: '/api/v1/contacts',
    permission: 'contact:create',
    summary: 'Create a contact',
    body: CreateContact,
    reply: created(Contact),
    versioned: true,
    errors: ['CONFLICT'],
  },
  searchContacts: {
    method: 'get',
    path: '/api/v1/contacts/search',
    permission: 'contact:read',
    summary: 'Find contacts by text, in the order of their names',
    query: ContactSearchQuery,
    reply: many(Contact),
  },
  getContactStats: {
    method: 'get',
    path: '/api/v1/contacts/stats',
    permission: 'contact:read',
    summary: 'Count contacts by what they are',
    reply: one(ContactStats),
  },
  getContact: {
    method: 'get',
    path: '/api/v1/contacts/{id}',
    permission: 'contact:read',
    summary: 'Read one contact',
    params,
    reply: one(Contact),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateContact: {
    method: 'put',
    path: '/api/v1/contacts/{id}',
    permission: 'contact:update',
    summary: 'Change a contact',
    description: 'A new primary address keeps the one before as an additional one, unless the additional ones are given as well.',
    params,
    body: UpdateContact,
    reply: one(Contact),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteContact: {
    method: 'delete',
    path: '/api/v1/contacts/{id}',
    permission: 'contact:delete',
    summary: 'Delete a contact',
    description: 'Refused while anything depends on the contact; `details.dependencies` then counts what does.',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

/** Contacts as part of their client: who may read the client may read them, people of the client portal among them. */
export const clientContactRoutes = routes(clientGroup('Contacts'), {
  listClientContacts: {
    method: 'get',
    path: '/api/v1/clients/{id}/contacts',
    permission: 'client:read',
    summary: 'List the contacts of a client',
    params: z.object({ id: Id.describe('Client id') }),
    query: ClientContactListQuery,
    reply: page(Contact),
    errors: ['NOT_FOUND'],
  },
});

/** Contacts by their ids in other systems. */
export const contactSyncRoutes = syncRoutes(contactRoutes, {
  name: 'Contact',
  plural: 'Contacts',
  called: 'a contact',
  create: 'createContact',
  read: 'getContact',
  update: 'updateContact',
  list: 'listContacts',
  id: 'contact_name_id',
});
