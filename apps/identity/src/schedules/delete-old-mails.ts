import type { Schedule } from '@psa/work-kit';
import { deleteOldMails } from '../resources/authentication/account-mail/account-mail.records.ts';

/** Removes mails that have left, and links that have ended, a week ago. */
export const deleteOldAccountMails: Schedule = {
  name: 'delete-old-account-mails',
  cron: '29 4 * * *',
  run: ({ workerDatabase }) => deleteOldMails(workerDatabase),
};
