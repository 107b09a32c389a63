import { contactExportColumns, contactTransferRoutes } from '@psa/contracts-clients';
import { demandPermissions, exportFile, versioned } from '@psa/http-kit';
import { handlers } from '../../clients-app.ts';
import { toContact } from '../contact/contact.view.ts';
import { exportedContacts } from './contact-export.list.ts';
import { importContacts } from './contact-import.actions.ts';
import { mergeContacts } from './contact-merge.actions.ts';

export const contactTransferHandlers = handlers(contactTransferRoutes, {
  exportContacts: ({ db, query }) =>
    exportFile({
      format: query.format,
      columns: query.fields ?? contactExportColumns,
      pages: exportedContacts(db, query),
      name: 'contacts',
    }),

  importContacts: async ({ db, principal, body, file }) => {
    if (body.create_clients) demandPermissions(principal, ['client:create']);
    return { data: await importContacts(db, file, body) };
  },

  mergeContacts: async ({ db, params, body, ifMatch }) => {
    const row = await mergeContacts(db, params.id, body.contact_ids, ifMatch);
    return versioned({ data: toContact(row) }, row.version);
  },
});
