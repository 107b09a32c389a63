import type { WebhookSecurityInput } from '@psa/contracts-automation';
import { createHmac } from 'node:crypto';
import type { Db, Ports } from '../../automation-app.ts';
import { openCredential, readSigningSecrets } from '../webhook/webhook-secret.records.ts';
import { findWebhook, type WebhookRow } from '../webhook/webhook.records.ts';

/** Where and how deliveries of one webhook are sent, with its secrets in the clear. */
export interface Receiver {
  readonly webhook: Pick<
    WebhookRow,
    | 'webhook_id'
    | 'name'
    | 'url'
    | 'method'
    | 'custom_headers'
    | 'retry_config'
    | 'rate_limit'
    | 'is_active'
    | 'paused_until'
    | 'consecutive_failures'
    | 'payload_format'
    | 'content_type'
    | 'payload_transformation'
  >;
  readonly signingSecrets: readonly string[];
  readonly credential: Credential;
}

/** A header by which the receiver knows the caller, for a body. */
export interface Credential {
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
  readonly headers: (body: string) => Record<string, string>;
}

/** @returns undefined when the webhook is gone */
export async function loadReceiver(db: Db, ports: Pick<Ports, 'secrets'>, webhookId: string): Promise<Receiver | undefined> {
  const [webhook, signingSecrets] = await Promise.all([findWebhook(db, webhookId), readSigningSecrets(db, ports, webhookId)]);
  if (webhook === undefined) return undefined;
  const secret = webhook.sealed_credential === null ? '' : await openCredential(db, ports, webhookId, webhook.sealed_credential);
  return { webhook, signingSecrets, credential: credentialOf(webhook.security, secret) };
}

/** The secret of what a caller said about security; undefined when there is none in it. */
export function secretOf(security: WebhookSecurityInput): string | undefined {
  if (security.type === 'basic_auth') return security.password;
  if (security.type === 'hmac_signature') return security.secret;
  return security.type === 'none' ? undefined : security.token;
}

function credentialOf(
  { type, username = '', header_name = '', signature_header = '', algorithm = 'sha256' }: WebhookRow['security'],
  secret: string,
): Credential {
  if (type === 'none') return { secrets: [], headers: () => ({}) };
  if (type === 'hmac_signature') {
    return {
      secrets: [secret],
      headers: (body) => ({ [signature_header.toLowerCase()]: createHmac(algorithm, secret).update(body).digest('hex') }),
    };
  }
  const basic = Buffer.from(`${username}:${secret}`).toString('base64');
  const header = {
    basic_auth: { authorization: `Basic ${basic}` },
    bearer_token: { authorization: `Bearer ${secret}` },
    api_key: { [header_name.toLowerCase()]: secret },
  }[type] as Record<string, string>;
  return { secrets: type === 'basic_auth' ? [basic, secret] : [secret], headers: () => header };
}
