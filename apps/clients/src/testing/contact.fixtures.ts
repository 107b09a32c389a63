import type { clientContactRoutes, contactRoutes } from '@psa/contracts-clients';
import type { Fixture } from '@psa/test-kit/derived';
import { aContact, makeClient, makeContact } from './make.ts';

/** A contact of a client, with everything a contact can have. */
const onContact: Fixture = async ({ api }) => {
  const { client_id } = await makeClient(api);
  const contact = await makeContact(api, {
    client_id,
    phone_numbers: [{ phone_number: '+1 614 555 0100', custom_type: 'Pager' }],
    additional_email_addresses: [{ email_address: `second.${client_id}@acme.example` }],
  });
  return { params: { id: contact.contact_name_id } };
};

export const contactFixtures: { readonly [K in keyof typeof contactRoutes]: Fixture } = {
  listContacts: async (world) => {
    await onContact(world);
    return {};
  },
  createContact: () => ({ body: aContact() }),
  searchContacts: async (world) => {
    await onContact(world);
    return { query: { query: 'acme' } };
  },
  getContactStats: async (world) => {
    await onContact(world);
    return {};
  },
  getContact: onContact,
  updateContact: async (world) => ({ ...(await onContact(world)), body: { role: 'Owner' } }),
  deleteContact: onContact,
};

export const clientContactFixtures: { readonly [K in keyof typeof clientContactRoutes]: Fixture } = {
  listClientContacts: async ({ api }) => {
    const { client_id } = await makeClient(api);
    await makeContact(api, { client_id });
    return { params: { id: client_id } };
  },
};
