import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountDatabase } from '../testing/account-database.ts';
import { GENERIC_PLAN, PlanChoice } from './plan-choice.ts';

/** Where rows may lie on other nodes, each statement is planned anew. */
const KEEPS_PLANS = process.env['PSA_TEST_ENGINE'] !== 'citus';

describe('the plan of a statement that one plan serves', () => {
  let now = 0;
  const choice = () => new PlanChoice(() => now);

  it('is generic, also after one long run', () => {
    const plans = choice();
    plans.noteTime('t1', 'psa_1', 'force_generic_plan', 5_000, true);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_generic_plan');
  });

  it('is for its values where two runs in a row were long, for that tenant and that statement alone', () => {
    const plans = choice();
    for (let run = 0; run < 2; run++) plans.noteTime('t1', 'psa_1', 'force_generic_plan', 21, true);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_custom_plan');
    expect(plans.modeFor('t2', 'psa_1')).toBe('force_generic_plan');
    expect(plans.modeFor('t1', 'psa_2')).toBe('force_generic_plan');
  });

  it('stays generic where a short run was between the long ones', () => {
    const plans = choice();
    for (const took of [21, 20, 21]) plans.noteTime('t1', 'psa_1', 'force_generic_plan', took, true);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_generic_plan');
  });

  it('is tried again after five minutes, and one long run sends it back', () => {
    const plans = choice();
    for (let run = 0; run < 2; run++) plans.noteTime('t1', 'psa_1', 'force_generic_plan', 21, true);
    now += 5 * 60_000;
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_generic_plan');
    plans.noteTime('t1', 'psa_1', 'force_generic_plan', 21, true);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_custom_plan');
  });

  it('stays generic where runs among others were long, because they wait for each other, up to a quarter of a second', () => {
    const plans = choice();
    for (let run = 0; run < 5; run++) plans.noteTime('t1', 'psa_1', 'force_generic_plan', 250, false);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_generic_plan');
    for (let run = 0; run < 2; run++) plans.noteTime('t1', 'psa_1', 'force_generic_plan', 251, false);
    expect(plans.modeFor('t1', 'psa_1')).toBe('force_custom_plan');
  });

  it('is remembered for a bounded number', () => {
    const plans = choice();
    for (let each = 0; each <= 1000; each++) {
      for (let run = 0; run < 2; run++) plans.noteTime('t1', `psa_${each}`, 'force_generic_plan', 21, true);
    }
    expect(plans.modeFor('t1', 'psa_0')).toBe('force_generic_plan');
    expect(plans.modeFor('t1', 'psa_1000')).toBe('force_custom_plan');
  });

  describe('in Postgres', () => {
    let accounts: AccountDatabase;
    beforeAll(async () => {
      accounts = await AccountDatabase.create(1);
    });
    afterAll(() => accounts.drop());

    it('is the generic one until that was slow, and for its values from then on', async () => {
      const db = accounts.tenant();
      const slow = db.named(`select pg_sleep($1) ${GENERIC_PLAN}`);
      for (let run = 0; run < 4; run++) {
        await db.execute(slow, [0.03]);
        // Until then its connection is not free, and what is known of plans is each connection's own.
        await nextTurn();
      }
      const text = "select generic_plans, custom_plans from pg_prepared_statements where statement like '%pg_sleep%'";
      expect((await db.execute({ text }, [])).rows).toEqual([
        KEEPS_PLANS ? { generic_plans: 2, custom_plans: 2 } : { generic_plans: 0, custom_plans: 4 },
      ]);
    });
  });
});
