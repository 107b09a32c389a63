import { KILLED, killUnderMails, MAIL_ENVIRONMENT } from '../desk/kill-under-mails.ts';
import type { Scenario } from '../scenario.ts';

const REPLICAS = 2;

export const killInReplicatedMail: Scenario = {
  id: 'F25A',
  title: 'one of two instances of the email service or the desk is killed in the midst of mails that come in',
  world: { replicas: REPLICAS, replicated: KILLED, env: MAIL_ENVIRONMENT },
  run: (world, { short }) => killUnderMails(world, { replicas: REPLICAS, kills: short ? 6 : 120 }),
};
