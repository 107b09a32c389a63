import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Mails that are stored and wait to become tickets or comments. */
export const inboundQueue = new WorkQueue('inbound_jobs');

export const InboundJob = z.object({ message_id: z.guid() });
