import { setTimeout as sleep } from 'node:timers/promises';
import { ImapHost } from '../../../apps/email/src/testing/imap-host.ts';
import { instanceName } from '../../local/stack-shape.ts';
import type { Outcome } from '../scenario.ts';
import { UpTime } from '../up-time.ts';
import type { World } from '../world.ts';
import { judgeMail } from './mail-oracle.ts';
import { connectMailbox, startMailWorkload } from './mail-workload.ts';

const MAILS_PER_SECOND = 20;
const PAUSE_MS = 5_000;
/** Services of which one is killed. */
export const KILLED = ['email', 'desk'];

/** What a world needs for mails that come in. */
export const MAIL_ENVIRONMENT: NodeJS.ProcessEnv = { PSA_EGRESS_ALLOW: '127.0.0.0/8', PSA_MAIL_POLL_SECONDS: '1' };

/**
 * Lets mails come in while an instance of the email service or the desk is killed every five seconds.
 * @param replicas how many instances of each service the world has
 */
export async function killUnderMails(world: World, { replicas, kills }: { replicas: number; kills: number }): Promise<Outcome> {
  const imap = new ImapHost();
  await imap.start();
  const services = KILLED.map((service) => Array.from({ length: replicas }, (_, index) => instanceName(service, index)));
  const upTime = new UpTime(world, services);
  try {
    await connectMailbox(world.target, imap);
    await sleep(2_000);
    const load = startMailWorkload(imap, world.database, world.tenant, MAILS_PER_SECOND);
    const killedAt: number[] = [];
    while (killedAt.length < kills) {
      await sleep(PAUSE_MS);
      killedAt.push(Date.now());
      world.signal(world.pick(services.flat()));
    }
    await world.settled();
    await load.stop();
    const { faults, p50, p99, p99WhileUp, p99BetweenKills, stored } = await judgeMail(
      world.database,
      world.tenant,
      load.delivered,
      upTime,
      killedAt,
    );
    const awayShare = await upTime.stop();
    return {
      faults,
      summary: `${kills} times kill -9; ${load.delivered.length} mails, from the mailbox to the ticket p50 ${p50} ms and p99 ${p99} ms (p99 ${p99BetweenKills} ms of mails that no kill met; ${p99WhileUp} ms of all while both services could be reached, which one could not ${(awayShare * 100).toFixed(0)} % of the time), stored by the email service after ${stored} ms (p50)`,
    };
  } finally {
    await upTime.stop();
    await imap.stop();
  }
}
