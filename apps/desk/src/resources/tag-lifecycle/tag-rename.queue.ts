import { TaggedType } from '@psa/contracts-desk';
import { WorkQueue } from '@psa/postgres-kit';
import { z } from 'zod';

/** Renamed tags that entities are still shown with under the former text. */
export const tagRenameQueue = new WorkQueue('tag_rename_jobs');

/** One page of the entities that have a tag. */
export const TagRenameJob = z.object({
  tagged_type: TaggedType,
  /** The definition that has the new text. */
  definition_id: z.guid(),
  from: z.string(),
  /** The definition whose entities are gone through: that one, then what has the former text again. */
  scanned_id: z.guid(),
  /** Last tag of the page before. */
  after: z.guid().nullable(),
});
export type TagRenameJob = z.infer<typeof TagRenameJob>;
