import { Id } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateUser, User } from './user.schemas.ts';

/** Each is checked by itself: what is wrong with one refuses the others only where that is wanted. */
const AnyUser = z.unknown().meta({ override: { $ref: `#/components/schemas/${CreateUser.meta()?.id}` } });

export const BulkCreateUsers = z
  .object({
    users: z.array(AnyUser).min(1).max(100).describe('Users to create'),
    options: z
      .object({
        send_welcome_email: z.boolean().default(true).describe('Tells each of them by e-mail that they have an account'),
        force_password_reset: z
          .boolean()
          .default(false)
          .describe('They choose a password of their own, by a link they are sent, before they can sign in'),
        skip_invalid: z.boolean().default(true).describe('false: all of them or none'),
        dry_run: z.boolean().default(false).describe('Says what would happen, and lets nothing happen'),
      })
      .prefault({})
      .describe('How to go about it'),
  })
  .meta({ id: 'BulkCreateUsers' });
export type BulkCreateUsers = z.infer<typeof BulkCreateUsers>;

const BulkError = z.object({
  index: z.int().describe('Place in the request, from 0'),
  error: z.string().describe('Why not'),
  code: z.string().describe('Code of the error'),
  details: z.unknown().optional().describe('Fields at fault'),
  data: z.record(z.string(), z.unknown()).describe('Which one it was'),
});

export const BulkUsersResult = z
  .object({
    total_processed: z.int().describe('How many were looked at'),
    successful: z.int().describe('How many went well'),
    failed: z.int().describe('How many did not'),
    errors: z.array(BulkError).describe('Why they did not'),
    results: z.array(User).describe('The users that went well'),
    dry_run: z.boolean().describe('Whether nothing of it happened'),
  })
  .meta({ id: 'BulkUsersResult' });
export type BulkUsersResult = z.infer<typeof BulkUsersResult>;

export const BulkDeactivateUsers = z
  .object({
    user_ids: z
      .array(Id)
      .min(1)
      .max(100)
      .transform((ids) => [...new Set(ids)])
      .describe('Users to shut out or let in'),
    deactivate: z.boolean().default(true).describe('false: lets them in again'),
  })
  .meta({ id: 'BulkDeactivateUsers' });
export type BulkDeactivateUsers = z.infer<typeof BulkDeactivateUsers>;
