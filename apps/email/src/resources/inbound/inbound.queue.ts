import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Mails that are stored and wait to become tickets or comments. */
export const inboundQueue = new WorkQueue('inbound_jobs');

export const InboundJob = z.object({
  message_id: z.guid(),
  /** How often it was put off for the mail that it answers. */
  waits: z.int().default(0),
});
