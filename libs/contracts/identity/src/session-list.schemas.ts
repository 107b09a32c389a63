import { Id, listQuery } from '@psa/contract-kit';
import { z } from 'zod';

export const sessionSortColumns = ['created_at', 'last_activity_at', 'expires_at'] as const;

export const SessionListQuery = listQuery({
  sort: sessionSortColumns,
  defaultSort: 'last_activity_at',
  filters: {
    user_id: Id.optional().describe('Sessions of this user'),
    login_method: z.string().max(64).optional().describe('Sessions begun this way'),
  },
});
export type SessionListQuery = z.infer<typeof SessionListQuery>;
