import { z } from 'zod';

/** Much more than any field of a form takes: what is wrong with a shorter text is shown beside its field. */
const Text = z.string().max(4096);
const Code = Text.optional().describe('Code of the authenticator app');
const Password = Text.optional().describe('Current password, instead of a code');

/** What every form of the account page sends. */
export const AccountForm = z
  .object({ csrfToken: Text.optional().describe('From the page, or from /api/auth/csrf; it belongs to the cookie of the browser') })
  .meta({ id: 'AccountForm' });

/** A form that takes proof that it is the user who sends it. */
const ProofForm = AccountForm.extend({ token: Code, password: Password });

export const apiKeyScopes = ['all', 'read', 'chosen'] as const;
/** Days after which a new key of the account page expires. */
export const apiKeyLifetimes = ['7', '30', '90', '365', 'never'] as const;

export const CreateApiKeyForm = AccountForm.extend({
  description: Text.optional().describe('What the key is for'),
  expires_in: z.enum(apiKeyLifetimes).optional().describe('Days until the key expires; never when absent'),
  scope: z
    .enum(apiKeyScopes)
    .optional()
    .describe("all: all of the user's permissions; read: those to read; chosen: the listed ones; all when absent"),
  permissions: Text.optional()
    .describe('Names of permissions, separated by blanks, commas or lines; for the scope `chosen`')
    .meta({ example: '' }),
  ip_ranges: Text.optional().describe('Addresses and networks the key may be used from, separated likewise; everywhere when empty'),
}).meta({ id: 'CreateApiKeyForm' });
export type CreateApiKeyForm = z.infer<typeof CreateApiKeyForm>;

export const RevokeSessionsForm = AccountForm.extend({
  two_factor_code: Text.optional().describe('Code of the second factor, where it is on'),
}).meta({ id: 'RevokeSessionsForm' });

export const EnableTwoFactorForm = AccountForm.extend({
  secret: Text.optional().describe('Secret the page showed'),
  token: Code,
}).meta({ id: 'EnableTwoFactorForm' });

export const DisableTwoFactorForm = ProofForm.meta({ id: 'DisableTwoFactorForm' });

export const RenewRecoveryCodesForm = AccountForm.extend({ token: Code }).meta({ id: 'RenewRecoveryCodesForm' });

export const StartPasskeyForm = ProofForm.meta({ id: 'StartPasskeyForm' });

export const CreatePasskeyForm = AccountForm.extend({
  name: Text.optional().describe('Name for people'),
  challenge_token: Text.optional().describe('From the page on which the passkey was made'),
  response: z.string().max(32_768).optional().describe('What the browser made, as JSON'),
}).meta({ id: 'CreatePasskeyForm' });

export const RenamePasskeyForm = AccountForm.extend({ name: Text.optional().describe('Name for people') }).meta({
  id: 'RenamePasskeyForm',
});

export const ConnectAccountForm = ProofForm.meta({ id: 'ConnectAccountForm' });

export const ChangePasswordForm = AccountForm.extend({
  current_password: Text.optional().describe('The password as it is'),
  new_password: Text.optional().describe('8 to 128 characters; none of those everybody tries first'),
  confirm_password: Text.optional().describe('The new password again'),
}).meta({ id: 'ChangePasswordForm' });
