import { Id, Instant, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** What the members of a team may do beside what their roles allow. */
export const TeamPermission = z
  .object({
    permission_id: Id.describe('Identifies the permission'),
    team_id: Id.describe('Team whose members may'),
    resource: z.string().describe('What they may act on'),
    action: z.string().describe('What they may do with it'),
    granted_by: Id.describe('User who granted it'),
    granted_at: Timestamp.describe('When it was granted'),
    expires_at: Timestamp.nullable().describe('When it ends; null when it lasts until it is taken back'),
    is_active: z.boolean().describe('Whether it holds'),
  })
  .meta({ id: 'TeamPermission' });
export type TeamPermission = z.infer<typeof TeamPermission>;

const Word = z.string().trim().min(1).max(101);

export const GrantTeamPermission = z
  .object({
    resource: Word.optional().describe('What may be acted on; or the whole pair as `resource:action`'),
    permission: Word.optional().describe('Another name for resource'),
    action: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .optional()
      .describe('What may be done with it; access when neither this nor the resource names one'),
    expires_at: Instant.nullish().describe('When it ends, in the future; never when absent'),
  })
  .meta({
    id: 'GrantTeamPermission',
    example: { resource: 'asset', action: 'update', expires_at: '2030-12-31T17:00:00.000Z' },
  });
export type GrantTeamPermission = z.infer<typeof GrantTeamPermission>;
