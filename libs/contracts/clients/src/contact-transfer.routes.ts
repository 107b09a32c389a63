import { download, Id, many, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { ContactExportQuery, ContactExportRow, ContactImport, ImportContacts, MergeContacts } from './contact-transfer.schemas.ts';
import { Contact } from './contact.schemas.ts';
import { importFormat, MAX_IMPORT_BYTES } from './import.schemas.ts';
import { clientGroup } from './group.ts';

export const contactTransferRoutes = routes(clientGroup('Contacts'), {
  exportContacts: {
    method: 'get',
    path: '/api/v1/contacts/export',
    permission: 'contact:read',
    summary: 'Export contacts as CSV or JSON, oldest first',
    query: ContactExportQuery,
    reply: { ...many(ContactExportRow), ...download('text/csv') },
  },
  importContacts: {
    method: 'post',
    path: '/api/v1/contacts/import',
    permission: 'contact:create',
    mayUse: ['client:create'],
    summary: 'Import contacts from CSV',
    description:
      `${importFormat} Columns are named as in an export. At most 10,000 rows and 10 MiB. ` +
      'A dry run names every fault of every row; without one, a file with faults is a 400 with the same list in `details`, unless `on_error` is skip.',
    body: ImportContacts,
    bodyKind: 'multipart',
    bodyLimit: MAX_IMPORT_BYTES,
    reply: one(ContactImport),
    errors: ['CONFLICT'],
  },
  mergeContacts: {
    method: 'post',
    path: '/api/v1/contacts/{id}/merge',
    permission: ['contact:update', 'contact:delete'],
    summary: 'Merge duplicates into a contact',
    description:
      'The contact takes over addresses, telephone numbers and tags of the others, and what it has not set itself. They must be of its client or of none. ' +
      'What referred to them refers to it afterwards.',
    params: z.object({ id: Id.describe('Contact id') }),
    body: MergeContacts,
    reply: one(Contact),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
