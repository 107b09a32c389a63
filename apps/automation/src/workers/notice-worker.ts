import { tenantId } from '@psa/contract-kit';
import type { Worker } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { claimNotices } from '../resources/engine/due.records.ts';
import { sendNotices } from '../resources/notice/send-notices.actions.ts';
import { NOTICE_WORKER } from '../worker-names.ts';
import type { Tables } from '../tables.ts';

const AT_A_TIME = 20;

/** Tells people of executions, apart from running them: a slow mail server keeps no rule waiting. */
export const noticeWorker: Worker<Ports, Tables> = {
  name: NOTICE_WORKER,
  pollMs: 2_000,
  open: ({ workerDatabase, ports, log }) => ({
    async round() {
      const due = await claimNotices(workerDatabase, AT_A_TIME);
      await Promise.all(
        due.map(({ tenant, execution_id }) => {
          const db = ports.asTenant({ tenant: tenantId(tenant), actor: { id: 'automation', type: 'system' }, correlationId: execution_id });
          return sendNotices(db, ports, execution_id).catch((error: unknown) =>
            log.error({ err: error, tenant_id: tenant, execution_id }, 'nobody could be told of an execution'),
          );
        }),
      );
      return due.length === AT_A_TIME;
    },
  }),
};
