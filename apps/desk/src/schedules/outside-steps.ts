import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { undoStep } from '../resources/outside-step/outside-step.actions.ts';
import { findLostSteps } from '../resources/outside-step/outside-step.records.ts';
import type { Tables } from '../tables.ts';

/** Steps that are looked up at once. */
const BATCH = 200;

/** Longer than a request, and what it asked of others, may take. */
const LOST_AFTER_MS = 120_000;

/** Undoes what was done in other services for rows that were not written, because a process ended or an answer never came. */
export const outsideStepSweep: Schedule<Ports, Tables> = {
  name: 'outside-steps',
  cron: '* * * * *',
  async run({ workerDatabase, asTenant, ports, now, log }) {
    const before = new Date(now.getTime() - LOST_AFTER_MS);
    for (let isMore = true; isMore;) {
      const lost = await findLostSteps(workerDatabase, before, BATCH);
      isMore = lost.length === BATCH;
      for (const { tenant, step_id } of lost) {
        const db = asTenant(tenantId(tenant));
        await undoStep(db, ports, step_id).catch((error: unknown) => {
          log.error({ err: error, tenant, step_id }, 'outside-steps: a step could not be undone');
          // It would be found again at once where not even its note could be changed.
          isMore = false;
        });
      }
    }
  },
};
