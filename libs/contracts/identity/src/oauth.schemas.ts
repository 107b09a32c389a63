import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const OauthAccount = z
  .object({
    oauth_account_id: Id.describe('Identifies the link'),
    provider: z.string().describe('Id of the provider, as /api/auth/providers has it'),
    email: z.string().nullable().describe('Address the account had at the last sign-in'),
    created_at: Timestamp.describe('When it was linked'),
    last_used_at: Timestamp.describe('When the user last signed in with it'),
  })
  .meta({ id: 'OauthAccount' });
export type OauthAccount = z.infer<typeof OauthAccount>;
