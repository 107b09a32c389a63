import { queryList } from '@psa/contract-kit';
import { z } from 'zod';

const Tag = z.string().trim().toLowerCase().min(1).max(50);

export const Tags = z
  .array(Tag)
  .max(50)
  .transform((tags) => [...new Set(tags)])
  .describe('Tags, kept in lower case; a repeated one counts once');

export const tagsFilter = queryList(z.string().max(50).toLowerCase())
  .optional()
  .describe('Rows with all of these tags, separated by commas');
