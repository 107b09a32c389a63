import { setTimeout as sleep } from 'node:timers/promises';
import { ImapHost } from '../../../apps/email/src/testing/imap-host.ts';
import { judgeMail } from '../desk/mail-oracle.ts';
import { connectMailbox, startMailWorkload } from '../desk/mail-workload.ts';
import type { Scenario } from '../scenario.ts';
import { UpTime } from '../up-time.ts';

const MAILS_PER_SECOND = 20;
const PAUSE_MS = 5_000;
const KILLED = ['email', 'desk'];

export const killInMail: Scenario = {
  id: 'F25',
  title: 'the email service and the desk are killed in the midst of mails that come in',
  world: { env: { PSA_EGRESS_ALLOW: '127.0.0.0/8', PSA_MAIL_POLL_SECONDS: '1' } },
  async run(world, { short }) {
    const imap = new ImapHost();
    await imap.start();
    const upTime = new UpTime(world, KILLED);
    try {
      await connectMailbox(world.target, imap);
      await sleep(2_000);
      const load = startMailWorkload(imap, world.database, world.tenant, MAILS_PER_SECOND);
      const kills = short ? 6 : 120;
      for (let killed = 0; killed < kills; killed++) {
        await sleep(PAUSE_MS);
        world.signal(world.pick(KILLED));
      }
      await world.settled();
      await load.stop();
      const { faults, p50, p99, p99WhileUp, stored } = await judgeMail(world.database, world.tenant, load.delivered, upTime);
      const awayShare = await upTime.stop();
      return {
        faults,
        summary: `${kills} times kill -9; ${load.delivered.length} mails, from the mailbox to the ticket p50 ${p50} ms and p99 ${p99} ms (${p99WhileUp} ms of it while both services ran, which were away ${(awayShare * 100).toFixed(0)} % of the time), stored by the email service after ${stored} ms (p50)`,
      };
    } finally {
      await upTime.stop();
      await imap.stop();
    }
  },
};
