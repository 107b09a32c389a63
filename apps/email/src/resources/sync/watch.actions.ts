import { randomBytes } from 'node:crypto';
import type { GoogleConfig } from '@psa/contracts-email';
import { faultOf } from '../../connectors/provider-api.ts';
import type { GoogleMailbox } from '../../connectors/google-mailbox.ts';
import type { Db, Ports } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { openGoogle, openMicrosoft } from '../provider/open-mailbox.actions.ts';
import { RENEW_BEFORE_MS } from '../provider/provider-health.ts';
import { clientStatePlace } from '../provider/provider-secrets.ts';
import { noteOnProvider, type ProviderRecord } from '../provider/provider.records.ts';

const PUBSUB = 'https://pubsub.googleapis.com/v1';
const GMAIL_PUBLISHER = 'serviceAccount:gmail-api-push@system.gserviceaccount.com';
const ACK_DEADLINE_SECONDS = 600;
/** Graph takes 7 days at most for mail; what it returns counts. */
const SUBSCRIPTION_MS = 60 * 3_600_000;

export interface WatchResult {
  readonly pubsubConfigured: boolean;
  readonly watchRegistered: boolean;
  readonly warnings: readonly string[];
  /** Why it did not work; the mailbox is polled then. */
  readonly error: string | undefined;
}

export const googlePushUrl = (publicUrl: URL) => `${publicUrl.origin}/api/email/webhooks/google`;
export const microsoftPushUrl = (publicUrl: URL) => `${publicUrl.origin}/api/email/webhooks/microsoft`;

/**
 * Sets up push notifications, or renews them. A failure is noted on the mailbox, which is polled then.
 * @param force also when they are good for longer than a day
 */
export async function setUpWatch(
  db: Db,
  ports: Ports,
  provider: ProviderRecord,
  { force }: { readonly force: boolean },
): Promise<WatchResult> {
  const untouched = { pubsubConfigured: false, watchRegistered: false, error: undefined };
  if (provider.provider_type === 'imap') return { ...untouched, warnings: ['IMAP has no push notifications: the mailbox is polled'] };
  const left = Date.parse(provider.watch_expires_at ?? '') - Date.now();
  if (!force && left > RENEW_BEFORE_MS) return { ...untouched, pubsubConfigured: true, watchRegistered: true, warnings: [] };
  const attemptedAt = new Date().toISOString();
  try {
    const result = await (provider.provider_type === 'google' ? watchGoogle(db, ports, provider) : watchMicrosoft(db, ports, provider));
    if (result.watchRegistered)
      await noteOnProvider(db, provider.provider_id, {
        watch_attempt_at: attemptedAt,
        watch_result: 'success',
        watch_error: null,
        silent_runs: 0,
      });
    return result;
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    await noteOnProvider(db, provider.provider_id, { watch_attempt_at: attemptedAt, watch_result: 'failure', watch_error: error.message });
    return { ...untouched, warnings: ['The mailbox is polled until push notifications work'], error: error.message };
  }
}

/**
 * Ends push notifications as far as the provider is there: those that go on lead nowhere and end by themselves.
 * @param accessToken of the account they were set up with; that of the mailbox when absent
 */
export async function endWatch(db: Db, ports: Ports, provider: ProviderRecord, accessToken?: () => Promise<string>): Promise<void> {
  const { provider_id, provider_type, subscription_ref } = provider;
  if (subscription_ref === null) return;
  try {
    if (provider_type === 'google') await openGoogle(db, ports, provider, accessToken).endWatch();
    else await openMicrosoft(db, ports, provider, accessToken).unsubscribe(subscription_ref);
  } catch (error) {
    ports.log.warn({ err: error, provider_id }, 'push notifications could not be ended');
  }
}

async function watchGoogle(db: Db, ports: Ports, provider: ProviderRecord): Promise<WatchResult> {
  const config = provider.config as unknown as GoogleConfig;
  if (config.project_id === null) {
    return {
      pubsubConfigured: false,
      watchRegistered: false,
      warnings: ['Without a Google Cloud project the mailbox is polled'],
      error: undefined,
    };
  }
  const project = `projects/${config.project_id}`;
  const topic = `${project}/topics/${config.pubsub_topic_name ?? `gmail-notifications-${db.tenant}`}`;
  const subscription = `${project}/subscriptions/${config.pubsub_subscription_name ?? `gmail-webhook-${db.tenant}-${provider.provider_id}`}`;
  const account = config.push_service_account ?? `psa-gmail-push@${config.project_id}.iam.gserviceaccount.com`;
  const mailbox = openGoogle(db, ports, provider);
  const warnings = await configurePubSub(mailbox, topic, subscription, account, googlePushUrl(ports.installation.publicUrl));
  await noteOnProvider(db, provider.provider_id, { subscription_ref: subscription, subscription_state: account });
  const { expiresAt, historyId } = await mailbox.watch(topic);
  await noteOnProvider(db, provider.provider_id, {
    watch_expires_at: expiresAt,
    // Where nothing was fetched yet, pushes tell of what comes from here on.
    ...(provider.cursor === null && historyId !== '' && { cursor: JSON.stringify({ historyId }) }),
  });
  return { pubsubConfigured: true, watchRegistered: true, warnings, error: undefined };
}

async function configurePubSub(mailbox: GoogleMailbox, topic: string, subscription: string, account: string, endpoint: string) {
  const warnings: string[] = [];
  const send = (method: 'PUT' | 'POST', path: string, body: object) =>
    mailbox.call(`${PUBSUB}/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const made = await send('PUT', topic, {});
  if (made.status >= 300 && made.status !== 409) throw faultOf(made, 'The topic could not be created');
  const policy = { bindings: [{ role: 'roles/pubsub.publisher', members: [GMAIL_PUBLISHER] }] };
  const granted = await send('POST', `${topic}:setIamPolicy`, { policy });
  if (granted.status >= 300) warnings.push(`Grant ${GMAIL_PUBLISHER} the role Pub/Sub Publisher on ${topic}`);
  const pushConfig = { pushEndpoint: endpoint, oidcToken: { serviceAccountEmail: account, audience: endpoint } };
  const subscribed = await send('PUT', subscription, { topic, pushConfig, ackDeadlineSeconds: ACK_DEADLINE_SECONDS, expirationPolicy: {} });
  if (subscribed.status === 409) {
    const changed = await send('POST', `${subscription}:modifyPushConfig`, { pushConfig });
    if (changed.status >= 300) throw faultOf(changed, 'The subscription could not be changed');
  } else if (subscribed.status >= 300) throw faultOf(subscribed, 'The subscription could not be created');
  return warnings;
}

async function watchMicrosoft(db: Db, ports: Ports, provider: ProviderRecord): Promise<WatchResult> {
  const mailbox = openMicrosoft(db, ports, provider);
  const until = new Date(Date.now() + SUBSCRIPTION_MS);
  const done = { pubsubConfigured: false, watchRegistered: true, warnings: [], error: undefined };
  if (provider.subscription_ref !== null) {
    const renewed = await mailbox.renewSubscription(provider.subscription_ref, until);
    if (renewed !== undefined) {
      await noteOnProvider(db, provider.provider_id, { watch_expires_at: renewed.expiresAt });
      return done;
    }
  }
  // Stored before it is made: Graph calls back with it during the call.
  const clientState = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    const sealed_client_state = await ports.secrets.seal(tx, clientState, clientStatePlace(provider.provider_id));
    await noteOnProvider(tx, provider.provider_id, { sealed_client_state, subscription_ref: null });
  });
  const { id, expiresAt } = await mailbox.subscribe({
    notificationUrl: microsoftPushUrl(ports.installation.publicUrl),
    clientState,
    expiresAt: until,
  });
  await noteOnProvider(db, provider.provider_id, { subscription_ref: id, watch_expires_at: expiresAt });
  return done;
}
