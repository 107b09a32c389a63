import { ApiError, invalidField, notFound, rpcMethods } from '@psa/contract-kit';
import {
  rpcHandler,
  type RpcHandler,
  type Consumer,
  discardDeadLetter,
  listDeadLetters,
  OUTBOX,
  replayOutbox,
  republishSetAside,
} from '@psa/events-kit';
import { z } from 'zod';
import type { WorkQueue } from '@psa/postgres-kit';
import { rotateKeys, type RotateOptions } from '@psa/secrets-kit';
import { wakeWorker } from '@psa/work-kit';
import type { ShownCertificate } from './peer-tls.ts';

const Instant = z.iso.datetime({ offset: true });
const Letter = z.object({ consumer: z.string(), event_id: z.guid() });

/** What an operator may ask of any service, by the `psa` command line. */
export const operatorRpc = (service: string) =>
  rpcMethods(service, {
    'admin.outbox-replay': {
      summary: 'Publish retained events again',
      request: z.object({ from: Instant.optional(), to: Instant.optional(), tenant: z.guid().optional() }),
      response: z.object({ replayed: z.int() }),
    },
    'admin.dead-letter-list': {
      summary: 'Events that could not be handled, newest first',
      request: z.object({ tenant: z.guid().optional(), limit: z.int().min(1).max(1000).optional() }),
      response: z.object({ dead_letters: z.array(z.record(z.string(), z.unknown())) }),
    },
    'admin.dead-letter-requeue': {
      summary: 'Handle a dead letter again, now',
      request: Letter,
      response: z.object({ requeued: z.boolean() }),
    },
    'admin.dead-letter-requeue-all': {
      summary: 'Handle all dead letters of a consumer again, oldest first',
      request: z.object({ consumer: z.string() }),
      response: z.object({ requeued: z.int(), failed: z.int() }),
    },
    'admin.dead-letter-discard': { summary: 'Give a dead letter up', request: Letter, response: z.object({ discarded: z.boolean() }) },
    'admin.dead-job-list': {
      summary: 'Jobs that failed too often, of every queue of the service, newest first',
      request: z.object({ tenant: z.guid().optional(), limit: z.int().min(1).max(1000).optional() }),
      response: z.object({ dead_jobs: z.array(z.record(z.string(), z.unknown())) }),
    },
    'admin.dead-job-retry': {
      summary: 'Run a dead job again, or all of a queue, with a full round of attempts ahead',
      request: z.object({ queue: z.string(), job_id: z.guid().optional() }),
      response: z.object({ retried: z.int() }),
    },
    'admin.dead-job-discard': {
      summary: 'Give a dead job up',
      request: z.object({ queue: z.string(), job_id: z.guid() }),
      response: z.object({ discarded: z.boolean() }),
    },
    'admin.certificate-list': {
      summary: 'Certificates that an instance shows to other processes',
      request: z.object({}),
      response: z.object({ certificates: z.array(z.object({ certificate: z.enum(['api', 'peer']), expires_at: Instant })) }),
    },
    'admin.keys-rotate': {
      summary: 'Give tenants new data keys and seal their secrets anew',
      request: z.object({ tenant: z.guid().optional(), before: Instant.optional().describe('Only where the data key is older') }),
      response: z.object({ tenants: z.int(), rewrapped: z.int(), resealed: z.int(), unreadable: z.int() }),
    },
  });

export type OperatorOptions = Omit<RotateOptions, 'tenant' | 'before'> & {
  readonly consumers: readonly Consumer[];
  readonly queues: readonly WorkQueue[];
  /** What the instance shows of itself to other processes. */
  readonly certificates: () => readonly ShownCertificate[];
};

export function operatorRpcHandlers(
  service: string,
  { consumers, queues, certificates, ...secrets }: OperatorOptions,
): RpcHandler<object>[] {
  const { workerDatabase } = secrets;
  const asked = operatorRpc(service);
  const consumerOf = (effect: string) => {
    const found = consumers.find(({ effectNames }) => effectNames.includes(effect));
    if (found === undefined) throw notFound('Consumer');
    return found;
  };
  const queueOf = (name: string) => {
    const found = queues.find(({ table }) => table === name);
    if (found === undefined) throw notFound('Queue');
    return found;
  };
  return [
    rpcHandler(asked['admin.outbox-replay'], async (range) => {
      if (range.from !== undefined && range.to !== undefined && Date.parse(range.from) > Date.parse(range.to))
        throw invalidField('to', 'must not be before from');
      return { replayed: await replayOutbox(workerDatabase, range) };
    }),
    rpcHandler(asked['admin.dead-letter-list'], async (filter) => ({
      dead_letters: (await listDeadLetters(workerDatabase, filter)).map((letter) => ({ ...letter })),
    })),
    rpcHandler(asked['admin.dead-letter-requeue'], async ({ consumer, event_id }) => {
      if (consumer === OUTBOX) {
        await republishSetAside(workerDatabase, event_id);
        return { requeued: true };
      }
      await consumerOf(consumer).requeue(event_id, consumer);
      return { requeued: true };
    }),
    rpcHandler(asked['admin.dead-letter-requeue-all'], async ({ consumer }) => consumerOf(consumer).requeueAll(consumer)),
    rpcHandler(asked['admin.dead-letter-discard'], async ({ consumer, event_id }) => {
      await discardDeadLetter(workerDatabase, consumer, event_id);
      return { discarded: true };
    }),
    rpcHandler(asked['admin.dead-job-list'], async (filter) => {
      const lists = await Promise.all(
        queues.map(async (queue) => (await queue.listDead(workerDatabase, filter)).map((job) => ({ queue: queue.table, ...job }))),
      );
      const all = lists.flat().toSorted((one, other) => Date.parse(other.ended_at) - Date.parse(one.ended_at));
      return { dead_jobs: all.slice(0, filter.limit ?? 100) };
    }),
    rpcHandler(asked['admin.dead-job-retry'], async ({ queue, job_id }) => {
      const retried = await queueOf(queue).revive(workerDatabase, job_id === undefined ? undefined : [job_id]);
      if (retried === 0 && job_id !== undefined) throw notFound('Dead job');
      wakeWorker(queue);
      return { retried };
    }),
    rpcHandler(asked['admin.dead-job-discard'], async ({ queue, job_id }) => {
      if (!(await queueOf(queue).discard(workerDatabase, job_id))) throw notFound('Dead job');
      return { discarded: true };
    }),
    rpcHandler(asked['admin.certificate-list'], async () => ({
      certificates: certificates().map(({ certificate, expiresAt }) => ({ certificate, expires_at: expiresAt.toISOString() })),
    })),
    rpcHandler(asked['admin.keys-rotate'], async ({ tenant, before }) => {
      if (secrets.sealed.length === 0) throw new ApiError('BAD_REQUEST', `The service ${service} keeps no secrets`);
      return { ...(await rotateKeys({ ...secrets, tenant, before })) };
    }),
  ];
}
