import { Id } from '@psa/contract-kit';
import { z } from 'zod';

const UserInLine = z
  .object({
    user_id: Id.describe('User id'),
    username: z.string().describe('Username'),
    first_name: z.string().nullable().describe('Given name'),
    last_name: z.string().nullable().describe('Family name'),
    reports_to: Id.nullable().describe('User they report to'),
    is_inactive: z.boolean().describe('Whether they are shut out'),
    level: z.int().describe('Steps from the user asked about'),
  })
  .meta({ id: 'UserInLine' });
export type UserInLine = z.infer<typeof UserInLine>;

/** Whom a user reports to, and who reports to them, however many steps away. */
export const UserHierarchy = z
  .object({
    user_id: Id.describe('User asked about'),
    managers: z.array(UserInLine).describe('Upwards, the nearest first'),
    reports: z.array(UserInLine).describe('Downwards, the nearest first; 500 at most'),
    total_reports: z.int().describe('How many there are below in all'),
  })
  .meta({ id: 'UserHierarchy' });
export type UserHierarchy = z.infer<typeof UserHierarchy>;
