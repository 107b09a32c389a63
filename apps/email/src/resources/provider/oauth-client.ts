import type { ImapConfig } from '@psa/contracts-email';
import type { Ports } from '../../email-app.ts';
import type { Installation } from '../../ports/installation.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import type { ProviderRecord } from './provider.records.ts';
import type { ProviderSecrets } from './provider-secrets.ts';
import { callProvider, errorCode, rebase } from '../../connectors/provider-api.ts';

const GOOGLE_SCOPES = [
  'https://www.googleapis.com/auth/gmail.readonly',
  'https://www.googleapis.com/auth/gmail.send',
  'https://www.googleapis.com/auth/pubsub',
].join(' ');
const microsoftScopes = (suffix: '' | '.Shared') =>
  [
    'offline_access',
    ...['User.Read', `Mail.Read${suffix}`, `Mail.Send${suffix}`].map((scope) => `https://graph.microsoft.com/${scope}`),
  ].join(' ');

/** The OAuth endpoints and client of one mailbox. */
export interface OAuthEndpoints {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  readonly redirectUri: string;
  readonly extra: Readonly<Record<string, string>>;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string | undefined;
  readonly expires_at: string;
}

/** @returns undefined when no OAuth client is configured, or the mailbox signs in by password */
export function oauthEndpoints(
  { publicUrl, baseUrls, oauthClients }: Installation,
  { provider_type, config }: Pick<ProviderRecord, 'provider_type' | 'config'>,
  secrets: ProviderSecrets,
): OAuthEndpoints | undefined {
  const redirectUri = `${publicUrl.origin}/api/email/oauth/${provider_type}/callback`;
  if (provider_type === 'imap') {
    const { auth_type, oauth_authorize_url, oauth_token_url, oauth_client_id, oauth_scopes } = config as ImapConfig;
    if (auth_type !== 'oauth2' || oauth_authorize_url === null || oauth_token_url === null || oauth_client_id === null) return undefined;
    return {
      authorizeUrl: oauth_authorize_url,
      tokenUrl: oauth_token_url,
      clientId: oauth_client_id,
      clientSecret: secrets.oauth_client_secret,
      scopes: oauth_scopes ?? '',
      redirectUri,
      extra: {},
    };
  }
  const own = (config as { client_id: string | null }).client_id;
  const installed = oauthClients[provider_type];
  const client = own === null ? installed : { id: own, secret: secrets.client_secret ?? null };
  if (client === undefined) return undefined;
  const shared = { clientId: client.id, clientSecret: client.secret ?? undefined, redirectUri };
  if (provider_type === 'google')
    return {
      ...shared,
      authorizeUrl: rebase('https://accounts.google.com/o/oauth2/v2/auth', baseUrls.google),
      tokenUrl: rebase('https://oauth2.googleapis.com/token', baseUrls.google),
      scopes: GOOGLE_SCOPES,
      extra: { access_type: 'offline', prompt: 'consent' },
    };
  const authority = `https://login.microsoftonline.com/${encodeURIComponent((config as { tenant_id: string }).tenant_id)}/oauth2/v2.0`;
  return {
    ...shared,
    authorizeUrl: rebase(`${authority}/authorize`, baseUrls.microsoft),
    tokenUrl: rebase(`${authority}/token`, baseUrls.microsoft),
    scopes: microsoftScopes((config as { shared_mailbox?: boolean }).shared_mailbox === true ? '.Shared' : ''),
    extra: { response_mode: 'query', prompt: 'consent' },
  };
}

export function authorizationUrl(endpoints: OAuthEndpoints, state: string, challenge: string): string {
  const url = new URL(endpoints.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: endpoints.clientId,
    redirect_uri: endpoints.redirectUri,
    scope: endpoints.scopes,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...endpoints.extra,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Exchanges a grant. @throws MailboxError */
export function exchangeCode(egress: Ports['egress'], endpoints: OAuthEndpoints, code: string, verifier: string): Promise<Tokens> {
  return token(egress, endpoints, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: endpoints.redirectUri,
    code_verifier: verifier,
  });
}

/** Gets a new access token. @throws MailboxError unauthorized when the grant was revoked */
export function refreshTokens(egress: Ports['egress'], endpoints: OAuthEndpoints, refreshToken: string): Promise<Tokens> {
  return token(egress, endpoints, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function token(egress: Ports['egress'], endpoints: OAuthEndpoints, parameters: Record<string, string>): Promise<Tokens> {
  const { clientId, clientSecret, tokenUrl } = endpoints;
  const body = new URLSearchParams({
    ...parameters,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
  const answer = await callProvider(egress, tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: body.toString(),
    maxBytes: 64 * 1024,
  });
  const { access_token, refresh_token, expires_in } = answer.json;
  if (answer.status === 200 && typeof access_token === 'string') {
    const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3600;
    return {
      access_token,
      refresh_token: typeof refresh_token === 'string' ? refresh_token : undefined,
      expires_at: new Date(Date.now() + seconds * 1000).toISOString(),
    };
  }
  const code = errorCode(answer.json);
  const message = `No access was given: the provider answered ${answer.status}${code === '' ? '' : ` (${code})`}`;
  if (answer.status === 429) throw new MailboxError('rate_limited', message);
  throw new MailboxError(answer.status >= 500 ? 'unavailable' : 'unauthorized', message);
}
