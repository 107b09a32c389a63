import type { Ports } from '../email-app.ts';
import { MailboxError } from '../ports/mailbox.ts';
import { FakeDesk } from './fake-desk.ts';
import { FakeGoogle } from './fake-google.ts';
import { testGoogleKeys } from './google-push.ts';

/** The rest of the world where a test runs the email service alone: no provider answers, and no mail server is found. */
export const fakes: Partial<Ports> = {
  desk: new FakeDesk().port,
  clients: { unknown: async () => [] },
  staff: { administrators: async () => ['admin@msp.example'] },
  googleKeys: testGoogleKeys,
  egress: new FakeGoogle(),
  mailServer: {
    addressOf: async (host) => {
      throw new MailboxError('unavailable', `The host ${host} could not be resolved`);
    },
  },
};

/** An OAuth client, so that mailboxes can be connected; and mail leaves for the log. */
export const testSettings = {
  PSA_MAIL_TO_LOG: 'true',
  PSA_GOOGLE_MAIL_CLIENT_ID: 'test-client',
  PSA_GOOGLE_MAIL_CLIENT_SECRET: 'test-secret',
};
