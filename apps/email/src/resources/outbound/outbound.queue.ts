import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Mails that wait to leave, and comments that wait to become mails. */
export const outboundQueue = new WorkQueue('outbound_jobs');

export const OutboundJob = z.union([z.object({ mail_id: z.guid() }), z.object({ ticket_id: z.guid(), comment_id: z.guid() })]);
export type OutboundJob = z.infer<typeof OutboundJob>;
