import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, type Worker } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { fireScheduled } from '../resources/workflow-trigger/fire-scheduled.actions.ts';
import { findDueTriggers } from '../resources/workflow-trigger/trigger.records.ts';
import { WORKFLOW_CLOCK_WORKER } from '../worker-names.ts';
import type { Tables } from '../tables.ts';

const MAX_BATCH_SIZE = 100;
const MAX_CONCURRENT = 4;

/** Starts workflows by the clock. Every replica does: a trigger is fired by the one that gets its row, and each instant makes one execution. */
export const workflowClockWorker: Worker<Ports, Tables> = {
  name: WORKFLOW_CLOCK_WORKER,
  pollMs: 1_000,
  open: ({ workerDatabase, ports, log }) => ({
    async round() {
      const due = await findDueTriggers(workerDatabase, MAX_BATCH_SIZE);
      let failed = 0;
      const inTurn = limitConcurrency(MAX_CONCURRENT);
      await Promise.all(
        due.map(({ tenant, trigger_id }) =>
          inTurn(async () => {
            const db = ports.asTenant({
              tenant: tenantId(tenant),
              actor: { id: trigger_id, type: 'system' },
              correlationId: crypto.randomUUID(),
            });
            await fireScheduled(db, trigger_id, Date.now()).catch((error: unknown) => {
              failed++;
              log.error({ err: error, tenant_id: tenant, trigger_id }, 'a trigger could not be fired, the next round tries again');
            });
          }),
        ),
      );
      return due.length === MAX_BATCH_SIZE && failed === 0;
    },
  }),
};
