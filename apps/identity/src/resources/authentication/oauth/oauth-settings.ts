import { secret } from '@psa/service-kit';
import { z } from 'zod';

/** What is known of providers without being told. */
const KNOWN: Readonly<Record<string, { name: string; issuer: string }>> = {
  google: { name: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { name: 'Microsoft', issuer: 'https://login.microsoftonline.com/organizations/v2.0' },
};

/** Names of ways to sign in that are no OpenID Connect providers. */
const TAKEN: readonly string[] = ['credentials', 'webauthn', 'email'];

const Given = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'must be lower-case letters, digits and dashes')
    .refine((id) => !TAKEN.includes(id), 'is taken'),
  name: z.string().min(1).max(64).optional(),
  issuer: z.url().optional(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  scope: z
    .string()
    .regex(/(?:^| )openid(?: |$)/, 'must hold openid')
    .default('openid email profile'),
  /** The operator answers for it that nobody can have an address at the provider that is not theirs. */
  trust_email: z.boolean().default(false),
  /** Whether a second factor that the provider has checked (`amr`) counts here. */
  trust_second_factor: z.boolean().optional(),
});

/** An OpenID Connect provider as it was configured. */
export interface OauthProviderSettings {
  readonly id: string;
  readonly name: string;
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string;
  readonly trustEmail: boolean;
  readonly trustSecondFactor: boolean;
}

/** Settings of signing in with other providers. */
export const oauthSettings = {
  PSA_OAUTH_PROVIDERS: secret(z.string().default('[]').transform(parseProviders)).describe(
    'OpenID Connect providers to sign in with, as JSON: [{"id":"google","client_id":"…","client_secret":"…"}]; others than google and microsoft also have name and issuer',
  ),
};

function parseProviders(text: string, context: z.RefinementCtx): OauthProviderSettings[] {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const parsed = z.array(Given).safeParse(parseJson(text));
  // Only where and what: the value itself holds secrets.
  if (!parsed.success) return refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; '));
  const ids = parsed.data.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) return refuse('must not name a provider twice');
  const providers: OauthProviderSettings[] = [];
  for (const {
    id,
    name = KNOWN[id]?.name ?? id,
    issuer = KNOWN[id]?.issuer,
    client_id,
    client_secret,
    scope,
    trust_email,
    trust_second_factor,
  } of parsed.data) {
    if (issuer === undefined) return refuse(`${id}: issuer is required`);
    const url = new URL(issuer);
    if (url.protocol !== 'https:' && !isLoopback(url)) return refuse(`${id}: issuer must be reached by https`);
    if (trust_email && isOfAnybody(url))
      return refuse(`${id}: anybody can claim any address there; name the issuer of one organisation to trust its addresses`);
    if (trust_second_factor === true && isOfAnybody(url))
      return refuse(`${id}: any directory can claim a second factor there; name the issuer of one organisation to trust its second factor`);
    providers.push({
      id,
      name,
      issuer: url,
      clientId: client_id,
      clientSecret: client_secret,
      scope,
      trustEmail: trust_email,
      trustSecondFactor: trust_second_factor ?? !isOfAnybody(url),
    });
  }
  return providers;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a provider on this very machine is meant, for development and tests. */
export function isLoopback({ hostname, protocol }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Addresses in directories of others are what those say they are. */
function isOfAnybody({ hostname, pathname }: URL): boolean {
  return hostname === 'login.microsoftonline.com' && /^\/(?:common|organizations|consumers)(?:\/|$)/.test(pathname);
}
