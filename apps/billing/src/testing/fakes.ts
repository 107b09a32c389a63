import { randomUUID } from 'node:crypto';
import { MailRefused, type OutgoingMail } from '@psa/mail-kit';
import { outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { Ports } from '../billing-app.ts';
import { fakeQuickBooks } from './fake-quickbooks.ts';
import { fakeStripe } from './fake-stripe.ts';

/** What clients in tests are like beside their names, by their ids. */
export const clientFacts = new Map<
  string,
  {
    client_name?: string;
    is_inactive?: boolean;
    region_code?: string;
    is_tax_exempt?: boolean;
    payment_terms?: string;
    billing_cycle?: string;
    auto_invoice?: boolean;
  }
>();

/** Commands that were given to the clients service in tests, in their order. */
export const commands: { readonly client_id: string | null; readonly client_name: string }[] = [];

/** Mails that left in tests, in their order. */
export const mails: OutgoingMail[] = [];

/** The rest of the product where a test runs the billing service alone: it knows every id but those that begin with {@link UNKNOWN}. */
export const fakes = outsidePorts<
  Pick<Ports, 'accounting' | 'clients' | 'clientCommands' | 'mailer' | 'serviceCategories' | 'cardPayments'>
>({
  clients: {
    find: async (_, client_id) =>
      client_id.startsWith(UNKNOWN)
        ? null
        : { client_id, client_name: 'Acme', is_inactive: false, ...clientFacts.get(client_id), version: 1 },
    findNew: async () => null,
  },
  clientCommands: {
    rename: async (_, client_id, client_name) => {
      commands.push({ client_id, client_name });
    },
    create: async (_, client_name) => {
      const client_id = randomUUID();
      clientFacts.set(client_id, { client_name });
      commands.push({ client_id: null, client_name });
      return client_id;
    },
  },
  mailer: {
    send: async (mail) => {
      if (mail.to.some((address) => address.startsWith('refused@'))) throw new MailRefused('550 no such user');
      mails.push(mail);
    },
  },
  cardPayments: fakeStripe,
  accounting: { quickbooks: fakeQuickBooks },
  serviceCategories: { has: async (_, id) => !id.startsWith(UNKNOWN) },
});
