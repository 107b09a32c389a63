import { DateBound, dateUntil, Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const AssetChange = z
  .object({
    change_id: Id.describe('Identifies the change'),
    asset_id: Id.describe('Asset that was changed'),
    changed_by: z.string().describe('User who made the change'),
    changes: z
      .record(z.string(), z.object({ previous: z.unknown(), new: z.unknown() }))
      .describe('Members that changed, with their values before and after'),
    changed_at: Timestamp.describe('When it was changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'AssetChange' });
export type AssetChange = z.infer<typeof AssetChange>;

export const AssetChangeQuery = listQuery({
  sort: ['changed_at'],
  defaultSort: 'changed_at',
  filters: {
    changed_by: z.string().max(255).optional().describe('Made by this user'),
    member: z.string().max(100).optional().describe('Changed this member of the asset, such as status'),
    changed_from: DateBound.optional().describe('Changed at or after'),
    changed_to: dateUntil('Changed at or before'),
  },
  // A change has one date and no text of its own.
}).omit({ search: true, created_from: true, created_to: true, updated_from: true, updated_to: true });
export type AssetChangeQuery = z.infer<typeof AssetChangeQuery>;
