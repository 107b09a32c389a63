import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, type Worker } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { findDueRules } from '../resources/engine/due.records.ts';
import { fireRule } from '../resources/engine/fire-rule.actions.ts';
import { CLOCK_WORKER } from '../worker-names.ts';
import type { Tables } from '../tables.ts';

const AT_A_TIME = 100;
const SIDE_BY_SIDE = 4;

/** Fires rules by the clock. Every replica does: a rule is fired by the one that gets its row, and each instant makes one execution. */
export const clockWorker: Worker<Ports, Tables> = {
  name: CLOCK_WORKER,
  pollMs: 1_000,
  open: ({ workerDatabase, ports, log }) => ({
    async round() {
      const due = await findDueRules(workerDatabase, AT_A_TIME);
      let failed = 0;
      const inTurn = limitConcurrency(SIDE_BY_SIDE);
      await Promise.all(
        due.map(({ tenant, rule_id }) =>
          inTurn(async () => {
            const db = ports.asTenant({
              tenant: tenantId(tenant),
              actor: { id: rule_id, type: 'system' },
              correlationId: crypto.randomUUID(),
            });
            await fireRule(db, ports, rule_id, Date.now()).catch((error: unknown) => {
              failed++;
              log.error({ err: error, tenant_id: tenant, rule_id }, 'a rule could not be fired, the next round tries again');
            });
          }),
        ),
      );
      return due.length === AT_A_TIME && failed === 0;
    },
  }),
};
