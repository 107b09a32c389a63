import type { clientTransferRoutes, contactTransferRoutes } from '@psa/contracts-clients';
import type { Fixture } from '@psa/test-kit/derived';
import { makeClient, makeContact } from './make.ts';

/** The form of an import. */
export function importForm(csv: string | Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
  return form;
}

export const contactTransferFixtures: { readonly [K in keyof typeof contactTransferRoutes]: Fixture } = {
  exportContacts: async ({ api }) => {
    const { client_id } = await makeClient(api);
    await makeContact(api, { client_id });
    return { query: { format: 'json' } };
  },
  importContacts: () => ({ body: importForm('full_name,email\nAda,ada@acme.example\n') }),
  mergeContacts: async ({ api }) => {
    const { contact_name_id } = await makeContact(api);
    return { params: { id: contact_name_id }, body: { contact_ids: [(await makeContact(api)).contact_name_id] } };
  },
};

export const clientTransferFixtures: { readonly [K in keyof typeof clientTransferRoutes]: Fixture } = {
  importClients: () => ({ body: importForm('client_name,external_id\nAcme,7\n') }),
};
