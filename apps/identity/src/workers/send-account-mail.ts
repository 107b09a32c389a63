import type { Worker } from '@psa/work-kit';
import type { Ports } from '../identity-app.ts';
import { SEND_ACCOUNT_MAIL } from '../resources/authentication/account-mail/account-mail.actions.ts';
import { claimDueMails } from '../resources/authentication/account-mail/account-mail.records.ts';
import { handleResetRequest } from '../resources/authentication/account-mail/reset-request.actions.ts';
import { deleteResetRequest, claimResetRequests } from '../resources/authentication/account-mail/reset-request.records.ts';
import { sendAccountMail } from '../resources/authentication/account-mail/send-account-mail.actions.ts';
import type { Tables } from '../tables.ts';

/** What one replica has in hand at a time: the lease is for all of them together. */
const AT_A_TIME = 8;

/** Finds out whom those mean who ask for a new password, and sends the mails that are due. */
export const sendAccountMailWorker: Worker<Ports, Tables> = {
  name: SEND_ACCOUNT_MAIL,
  pollMs: 2_000,
  open: ({ workerDatabase, ports, log }) => ({
    async round() {
      const requests = await claimResetRequests(workerDatabase, AT_A_TIME);
      for (const request of requests) {
        try {
          await handleResetRequest(ports, request);
          await deleteResetRequest(workerDatabase, request.request_id);
        } catch (error) {
          log.error(
            { err: error, request_id: request.correlation_id },
            'a request for a new password could not be handled; it is taken up again',
          );
        }
      }
      const { mailer } = ports;
      const mails = await claimDueMails(workerDatabase, AT_A_TIME);
      await Promise.all(mails.map((mail) => sendAccountMail(ports, mailer, workerDatabase, mail)));
      return requests.length === AT_A_TIME || mails.length === AT_A_TIME;
    },
  }),
};
