import { queryList } from '@psa/contract-kit';
import { z } from 'zod';

/** Max tags of one entity. */
export const MAX_TAGS = 20;

/** A tag: trimmed and in lower case, because people type the same tag in many ways. */
export const TagText = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(50)
  // No pattern of the documents: many readers take classes such as \p{Cc} for a list of letters.
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters');

/** All tags of an entity; written as a whole. */
export const EntityTags = z
  .array(TagText)
  .max(MAX_TAGS)
  .transform((tags) => [...new Set(tags)])
  .describe('Tags in lower case; replaced as a whole, a repeated one counts once');

export const anyTagFilter = queryList(z.string().trim().toLowerCase().max(50))
  .optional()
  .describe('Rows with any of these tags, separated by commas');
