import { secret } from '@psa/service-kit';
import { z } from 'zod';
import { oauthSettings } from './resources/authentication/oauth/oauth-settings.ts';

const SHORTEST_SECRET = 32;
const DAY_SECONDS = 86_400;

/** What the identity service wants to know beside what every service does. */
export const identitySettings = {
  PSA_AUTH_SECRET: secret(z.string().transform(parseSecrets)).describe(
    'Opens and seals session tokens; the first of several, separated by commas, seals, all open. Made by: openssl rand -base64 33',
  ),
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .describe('Address under which people and programs reach the API: cookies are for it, and sign-ins end there'),
  PSA_SESSION_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(366 * DAY_SECONDS)
    .default(DAY_SECONDS)
    .describe('How long a session lasts that is not used'),
  PSA_SESSION_MAX_SECONDS: z.coerce
    .number()
    .int()
    .min(60)
    .max(366 * DAY_SECONDS)
    .default(30 * DAY_SECONDS)
    .describe('How long a session lasts at most, however much it is used'),
  PSA_PASSWORD_COMPOSITION: z
    .enum(['any', 'mixed'])
    .default('any')
    .describe('mixed: passwords hold letters of both cases, a digit and another character'),
  PSA_WEBHOOK_SECRET: secret(z.string().min(SHORTEST_SECRET).optional()).describe(
    'What the billing system signs licence counts with. Without one nobody can. Made by: openssl rand -base64 33',
  ),
  PSA_USAGE_STATS: z.string().optional().describe('true, 1, yes or on: usage statistics are sent'),
  ...oauthSettings,
};

export type IdentitySettings = z.output<z.ZodObject<typeof identitySettings>>;

function parseSecrets(text: string, context: z.RefinementCtx): string[] {
  const secrets = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  if (secrets.length > 0 && secrets.every(({ length }) => length >= SHORTEST_SECRET)) return secrets;
  context.addIssue({ code: 'custom', message: `must have ${SHORTEST_SECRET} characters at least, each of several` });
  return z.NEVER;
}
