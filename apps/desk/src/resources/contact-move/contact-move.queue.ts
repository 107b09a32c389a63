import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Merged contacts that tickets and projects may still name. */
export const contactMoveQueue = new WorkQueue('contact_move_jobs');

/** One page of what names a contact. */
export const ContactMoveJob = z.object({
  contact_name_id: z.guid(),
  /** The contact it was merged into. */
  merged_into: z.guid(),
});
export type ContactMoveJob = z.infer<typeof ContactMoveJob>;
