import { waitUntil } from '../../local/wait-until.ts';
import type { Scenario } from '../scenario.ts';
import { UpTime } from '../up-time.ts';
import { WorkflowWitness } from '../workflow-witness.ts';

const VICTIMS = ['automation', 'automation', 'automation', 'nats', 'postgres'];
const STARTERS = 4;

export const killWorkflows: Scenario = {
  id: 'F24',
  title: 'automation, the broker and the database are killed while workflows act, wait and call each other',
  world: { env: { PSA_EGRESS_ALLOW: '127.0.0.0/8' } },
  async run(world, { short }) {
    const witness = await WorkflowWitness.start(world);
    const upTime = new UpTime(world, [['automation']]);
    try {
      let isOver = false;
      let made = 0;
      const starters = Array.from({ length: STARTERS }, async () => {
        while (!isOver) await witness.one(made++);
      });
      const kills = short ? 8 : 500;
      for (let killed = 0; killed < kills; killed++) {
        // Each kill interrupts work: processes that are killed while they start would only ever start.
        const before = witness.started;
        await waitUntil(() => witness.started > before, { timeoutMs: 60_000 });
        await world.between(0, 2_000);
        world.signal(world.pick(VICTIMS));
      }
      isOver = true;
      const failures = (await Promise.allSettled(starters)).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
      const faults = [...failures, ...(await witness.judge(upTime))];
      return {
        faults,
        summary: `${kills} times kill -9; ${witness.started} executions acknowledged; ${witness.repeated} calls came again under their key`,
      };
    } finally {
      await upTime.stop();
      await witness.stop();
    }
  },
};
