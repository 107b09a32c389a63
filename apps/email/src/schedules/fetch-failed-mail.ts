import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, type Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { fetchByItself } from '../resources/sync/fetch-again.actions.ts';
import { findUnfetched } from '../resources/sync/unfetched.records.ts';
import type { Tables } from '../tables.ts';

const FETCHES_AT_ONCE = 4;
const MAX_MAILS = 100;

/** Fetches mails again that their mailboxes did not hand out, a few times with growing pauses. */
export const fetchFailedMail: Schedule<Ports, Tables> = {
  name: 'fetch-failed-mail',
  cron: '3,13,23,33,43,53 * * * *',
  run: async ({ workerDatabase, ports, asTenant, log }) => {
    const inTurn = limitConcurrency(FETCHES_AT_ONCE);
    await Promise.all(
      (await findUnfetched(workerDatabase, MAX_MAILS)).map(({ tenant, message_id }) =>
        inTurn(() => fetchByItself(asTenant(tenantId(tenant)), ports, message_id)).catch((error: unknown) =>
          log.error({ err: error, message_id }, 'a mail could not be fetched again'),
        ),
      ),
    );
  },
};
