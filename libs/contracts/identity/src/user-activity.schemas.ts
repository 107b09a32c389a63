import { DateBound, dateUntil, Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const activityTypes = [
  'login',
  'logout',
  'password_change',
  'profile_update',
  'role_change',
  'team_join',
  'team_leave',
  'user_created',
  '2fa_enabled',
  '2fa_disabled',
  'user_deactivated',
  'user_activated',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** Something a user did, or that was done to their account. */
export const UserActivity = z
  .object({
    activity_id: Id.describe('Identifies the entry'),
    user_id: Id.describe('User concerned'),
    activity_type: z.enum(activityTypes).describe('What happened'),
    ip_address: z.string().nullable().describe('Address the request came from'),
    user_agent: z.string().nullable().describe('Program the request was made with'),
    metadata: z.record(z.string(), z.unknown()).describe('What else is known of it, such as who did it'),
    created_at: Timestamp.describe('When it happened'),
  })
  .meta({ id: 'UserActivity' });
export type UserActivity = z.infer<typeof UserActivity>;

export const UserActivityQuery = listQuery({
  sort: ['created_at'],
  defaultSort: 'created_at',
  filters: {
    from_date: DateBound.optional().describe('At or after'),
    to_date: dateUntil('At or before'),
    activity_type: z.enum(activityTypes).optional().describe('Exact'),
    ip_address: z.string().max(64).optional().describe('Exact'),
  },
});
export type UserActivityQuery = z.infer<typeof UserActivityQuery>;
