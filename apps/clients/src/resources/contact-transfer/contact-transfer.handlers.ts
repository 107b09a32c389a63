import { contactExportColumns, contactTransferRoutes } from '@psa/contracts-clients';
import { csvLines, demandPermissions, Download, versioned } from '@psa/http-kit';
import { handlers } from '../../clients-app.ts';
import { toContact } from '../contact/contact.view.ts';
import { exportedContacts, jsonExport } from './contact-export.list.ts';
import { importContacts } from './contact-import.actions.ts';
import { mergeContacts } from './contact-merge.actions.ts';

export const contactTransferHandlers = handlers(contactTransferRoutes, {
  exportContacts: ({ db, query }) => {
    const columns = query.fields ?? contactExportColumns;
    const pages = exportedContacts(db, query);
    return query.format === 'csv'
      ? new Download('text/csv; charset=utf-8', csvLines(columns, pages), 'contacts.csv')
      : new Download('application/json; charset=utf-8', jsonExport(columns, pages));
  },

  importContacts: async ({ db, principal, body, file }) => {
    if (body.create_clients) demandPermissions(principal, ['client:create']);
    return { data: await importContacts(db, file, body) };
  },

  mergeContacts: async ({ db, params, body, ifMatch }) => {
    const row = await mergeContacts(db, params.id, body.contact_ids, ifMatch);
    return versioned({ data: toContact(row) }, row.version);
  },
});
