import { createKitTables, createQueueTable, type MigrationDb, type TenantColumn, WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';
import { type Job, queueWorker } from '@psa/work-kit';
import { type AnyService, defineService } from '../service-definition.ts';

export const Errand = z.object({ what: z.string() });
export type Errand = z.infer<typeof Errand>;

export interface ErrandPorts {
  readonly run: (job: Job<Errand>, tenant: string) => Promise<void>;
  readonly died: string[];
}

interface ErrandApp {
  tables: { errands: { tenant: TenantColumn; job_id: string } };
  ports: ErrandPorts;
}

export const errands = new WorkQueue('errands');

/** Attempts of an errand at most. */
export const ATTEMPTS = 3;

/** A service that runs errands: two at a time for each tenant, three in all. */
export function errandService(run: ErrandPorts['run'], died: string[] = []): AnyService {
  return defineService<ErrandApp>({
    name: 'kit_queue',
    migrations: {
      '0001-errands': {
        async up(db: MigrationDb) {
          await createKitTables(db, 'kit_queue');
          await createQueueTable(db, 'kit_queue', 'errands');
        },
      },
    },
    routes: [],
    workers: [
      queueWorker<Errand, ErrandPorts, ErrandApp['tables']>({
        queue: errands,
        payload: Errand,
        concurrency: 3,
        perTenant: 2,
        deadlineMs: 300,
        retryDelayMs: (attempt) => (attempt < ATTEMPTS ? 10 : undefined),
        handle: (job, { db, ports }) => ports.run(job, db.tenant),
        onDead: async (job, { ports }) => {
          ports.died.push(job.id);
        },
      }),
    ],
    ports: () => ({ run, died }),
  });
}
