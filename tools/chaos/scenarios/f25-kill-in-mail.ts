import { killUnderMails, MAIL_ENVIRONMENT } from '../desk/kill-under-mails.ts';
import type { Scenario } from '../scenario.ts';

export const killInMail: Scenario = {
  id: 'F25',
  title: 'the email service and the desk are killed in the midst of mails that come in',
  world: { env: MAIL_ENVIRONMENT },
  run: (world, { short }) => killUnderMails(world, { replicas: 1, kills: short ? 6 : 120 }),
};
