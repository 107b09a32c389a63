import type { Schedule } from '@psa/work-kit';
import { deleteOldMails } from '../resources/authentication/account-mail/account-mail.records.ts';
import type { Ports } from '../identity-app.ts';
import type { Tables } from '../tables.ts';

/** Removes mails that have left, and links that have ended, a week ago. */
export const deleteOldAccountMails: Schedule<Ports, Tables> = {
  name: 'delete-old-account-mails',
  cron: '29 4 * * *',
  run: ({ workerDatabase }) => deleteOldMails(workerDatabase),
};
