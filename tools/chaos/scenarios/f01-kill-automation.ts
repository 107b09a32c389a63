import { type Scenario, underLoad } from '../scenario.ts';
import { RuleWitness } from '../rule-witness.ts';

const VICTIMS = ['automation', 'automation', 'nats', 'postgres'];

export const killAutomation: Scenario = {
  id: 'F1A',
  title: 'automation, the broker and the database are killed while rules and webhooks follow events',
  world: { env: { PSA_EGRESS_ALLOW: '127.0.0.0/8' } },
  async run(world, { short }) {
    const witness = await RuleWitness.start(world);
    try {
      const outcome = await underLoad(
        world,
        async () => {
          const end = Date.now() + (short ? 15_000 : 300_000);
          let kills = 0;
          for (; Date.now() < end; kills++) {
            await world.between(1_000, short ? 3_000 : 8_000);
            world.signal(world.pick(VICTIMS));
          }
          return `${kills} times kill -9`;
        },
        { writers: 3, pauseMs: 50 },
      );
      const faults = [...outcome.faults, ...(await witness.judge())];
      return { faults, summary: `${outcome.summary}; ${witness.repeated} calls came again under their key` };
    } finally {
      await witness.stop();
    }
  },
};
