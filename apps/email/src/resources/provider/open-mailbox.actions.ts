import type { GoogleConfig, ImapConfig, MicrosoftConfig } from '@psa/contracts-email';
import { type GoogleMailbox, googleMailbox } from '../../connectors/google-mailbox.ts';
import type { ImapCredentials } from '../../connectors/imap-connection.ts';
import { imapMailbox } from '../../connectors/imap-mailbox.ts';
import { type ImapWatch, watchImap, type WatchListener } from '../../connectors/imap-watch.ts';
import { type MicrosoftMailbox, microsoftMailbox } from '../../connectors/microsoft-mailbox.ts';
import { oauthEndpoints, refreshTokens, type Tokens } from './oauth-client.ts';
import type { Db, Ports } from '../../email-app.ts';
import { type Mailbox, MailboxError } from '../../ports/mailbox.ts';
import { isOtherAccount } from './other-account.rules.ts';
import { openSecrets, type ProviderSecrets, sealSecrets } from './provider-secrets.ts';
import { findProvider, lockProvider, noteOnProvider, type ProviderRecord } from './provider.records.ts';

/** An access token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 120_000;

/** Refreshes under way in this process, by provider: a second one waits for the first. */
const refreshes = new Map<string, Promise<string>>();

/** Connects to a mailbox; nothing is sent before its first use. */
export function openMailbox(db: Db, ports: Ports, provider: ProviderRecord): Mailbox {
  if (provider.provider_type === 'google') return openGoogle(db, ports, provider);
  if (provider.provider_type === 'microsoft') return openMicrosoft(db, ports, provider);
  return lazily(async () => imapMailbox(ports, provider.config as unknown as ImapConfig, await imapCredentials(db, ports, provider)));
}

/** Waits for mail in an IMAP mailbox. @throws MailboxError */
export async function watchImapMailbox(db: Db, ports: Ports, provider: ProviderRecord, listener: WatchListener): Promise<ImapWatch> {
  return watchImap(ports, provider.config as unknown as ImapConfig, await imapCredentials(db, ports, provider), listener);
}

async function imapCredentials(db: Db, ports: Ports, provider: ProviderRecord): Promise<ImapCredentials> {
  if (provider.config['auth_type'] === 'oauth2') return { accessToken: () => accessTokenOf(db, ports, provider.provider_id) };
  return { password: (await openSecrets(db, ports, provider)).password };
}

export function openGoogle(
  db: Db,
  ports: Ports,
  provider: ProviderRecord,
  accessToken = () => accessTokenOf(db, ports, provider.provider_id),
): GoogleMailbox {
  return googleMailbox(ports, provider.config as unknown as GoogleConfig, provider.mailbox, accessToken);
}

export function openMicrosoft(
  db: Db,
  ports: Ports,
  provider: ProviderRecord,
  accessToken = () => accessTokenOf(db, ports, provider.provider_id),
): MicrosoftMailbox {
  return microsoftMailbox(ports, provider.config as unknown as MicrosoftConfig, provider.mailbox, accessToken);
}

/**
 * Makes sure that an account that just signed in is the mailbox's. By IMAP the server does, which is told the user with each token.
 * @throws MailboxError wrong_account
 */
export async function assertAccountOf(
  ports: Ports,
  { provider_type, config, mailbox }: ProviderRecord,
  accessToken: string,
): Promise<void> {
  const token = async () => accessToken;
  if (provider_type === 'google') await googleMailbox(ports, config as unknown as GoogleConfig, mailbox, token).test();
  if (provider_type === 'microsoft') await microsoftMailbox(ports, config as unknown as MicrosoftConfig, mailbox, token).test();
}

/** An access token that is good for the next minutes. @throws MailboxError unauthorized when the account has to be connected anew */
async function accessTokenOf(db: Db, ports: Ports, providerId: string): Promise<string> {
  const provider = await findProvider(db, providerId);
  if (provider === undefined) throw new MailboxError('rejected', 'The mailbox was deleted');
  const { access_token } = await openSecrets(db, ports, provider);
  if (access_token !== undefined && isFresh(provider)) return access_token;
  const key = `${db.tenant}.${providerId}`;
  let refresh = refreshes.get(key);
  if (refresh === undefined) {
    refresh = refreshAccess(db, ports, provider).finally(() => refreshes.delete(key));
    refreshes.set(key, refresh);
  }
  return refresh;
}

/** An access token by secrets that are no longer the mailbox's, to end what was begun with them. @throws MailboxError */
export async function formerAccessToken(ports: Ports, provider: ProviderRecord, secrets: ProviderSecrets): Promise<string> {
  if (secrets.access_token !== undefined && isFresh(provider)) return secrets.access_token;
  return (await requestTokens(ports, provider, secrets)).access_token;
}

const isFresh = ({ token_expires_at }: ProviderRecord) => Date.parse(token_expires_at ?? '') - Date.now() > TOKEN_MARGIN_MS;

async function requestTokens(ports: Ports, provider: ProviderRecord, secrets: ProviderSecrets): Promise<Tokens> {
  const endpoints = oauthEndpoints(ports.installation, provider, secrets);
  if (endpoints === undefined) throw new MailboxError('unauthorized', 'No OAuth client is configured for this mailbox');
  if (secrets.refresh_token === undefined) throw notConnected();
  return refreshTokens(ports.egress, endpoints, secrets.refresh_token);
}

const notConnected = () => new MailboxError('unauthorized', 'The account is not connected');

async function refreshAccess(db: Db, ports: Ports, provider: ProviderRecord): Promise<string> {
  const secrets = await openSecrets(db, ports, provider);
  try {
    const tokens = await requestTokens(ports, provider, secrets);
    if (!(await storeTokens(db, ports, provider, tokens))) throw notConnected();
    return tokens.access_token;
  } catch (error) {
    // Another replica may have been quicker, and the provider may take each refresh token once.
    const current = await findProvider(db, provider.provider_id);
    if (current !== undefined && current.sealed_secrets !== provider.sealed_secrets) {
      const { access_token } = await openSecrets(db, ports, current);
      if (access_token !== undefined && Date.parse(current.token_expires_at ?? '') > Date.now()) return access_token;
    }
    throw error;
  }
}

/**
 * Stores tokens; a provider that gives no new refresh token leaves the old one good.
 * @param provider the mailbox as it was when they were asked for
 * @returns false when another account belongs to it by now
 */
export function storeTokens(db: Db, ports: Ports, provider: ProviderRecord, tokens: Tokens): Promise<boolean> {
  const { provider_id } = provider;
  return db.transaction(async (tx) => {
    const current = await lockProvider(tx, provider_id);
    if (current === undefined || isOtherAccount(provider, current)) return false;
    const secrets = await openSecrets(tx, ports, current);
    await noteOnProvider(tx, provider_id, {
      ...(await sealSecrets(tx, ports, provider_id, {
        ...secrets,
        access_token: tokens.access_token,
        ...(tokens.refresh_token !== undefined && { refresh_token: tokens.refresh_token }),
      })),
      token_expires_at: tokens.expires_at,
    });
    return true;
  });
}

/** A mailbox that is made on first use. */
function lazily(make: () => Promise<Mailbox>): Mailbox {
  let made: Promise<Mailbox> | undefined;
  const mailbox = () => (made ??= make());
  return {
    test: async () => (await mailbox()).test(),
    start: async () => (await mailbox()).start(),
    scan: async (since) => (await mailbox()).scan(since),
    list: async (cursor, limit) => (await mailbox()).list(cursor, limit),
    fetch: async (externalId, maxBytes) => (await mailbox()).fetch(externalId, maxBytes),
    describe: async (externalId) => (await mailbox()).describe(externalId),
    send: async (mail) => (await mailbox()).send(mail),
    findSent: async (messageId) => (await mailbox()).findSent(messageId),
    close: async () => (await made?.catch(() => undefined))?.close(),
  };
}
