import { blobStoreOf } from '@psa/blob-kit';
import { Egress, type EgressPolicy, egressPolicy, resolveBySystem } from '@psa/egress-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import type { EmailApp } from './email-app.ts';
import { emailSettings, type EmailSettings } from './email-settings.ts';
import { migrations } from './migrations/index.ts';
import type { Installation } from './ports/installation.ts';
import { vettedMailServer } from './ports/mail-server.ts';
import { connectHandlers } from './resources/connect/connect.handlers.ts';
import { messageHandlers } from './resources/inbound/message.handlers.ts';
import { outboundHandlers } from './resources/outbound/outbound.handlers.ts';
import { providerHandlers } from './resources/provider-lifecycle/provider.handlers.ts';
import { googleKeys } from './resources/push/google-token.ts';
import { releaseMessageHandlers } from './resources/sync/release-message.handlers.ts';
import { pushHandlers } from './resources/push/push.handlers.ts';
import { templateHandlers } from './resources/template/template.handlers.ts';
import { clientDirectory } from './rpc-clients/client-directory.ts';
import { deskClient } from './rpc-clients/desk.ts';
import { staffDirectory } from './rpc-clients/staff-directory.ts';
import { eraseMailHandler } from './rpc-handlers/erase-mail.ts';
import { sendMail, stageMailFile } from './rpc-handlers/send-mail.ts';
import { blobSweep } from './schedules/blob-sweep.ts';
import { deleteOldMail } from './schedules/delete-old-mail.ts';
import { fetchFailedMail } from './schedules/fetch-failed-mail.ts';
import { renewWatches } from './schedules/renew-watches.ts';
import { watchHealth } from './schedules/watch-health.ts';
import { mailAddedComments } from './subscriptions/comment-added.mail-comment.ts';
import { keepContactReplica, keepIdentityReplicas } from './subscriptions/keep-replicas.ts';
import type { Tables } from './tables.ts';
import { imapIdleWorker } from './workers/imap-idle.worker.ts';
import { inboundWorker } from './workers/inbound.worker.ts';
import { mailboxSyncWorker } from './workers/mailbox-sync.worker.ts';
import { outboundWorker } from './workers/outbound.worker.ts';

/** Mailboxes, inbound and outbound mail. */
export const emailService: AnyService = defineService<EmailApp, typeof emailSettings>({
  name: 'email',
  settings: emailSettings,
  migrations,
  routes: [
    ...providerHandlers,
    ...connectHandlers,
    ...pushHandlers,
    ...messageHandlers,
    ...releaseMessageHandlers,
    ...outboundHandlers,
    ...templateHandlers,
  ],
  subscriptions: [keepContactReplica, keepIdentityReplicas, mailAddedComments],
  rpcHandlers: [sendMail, stageMailFile, eraseMailHandler],
  schedules: [renewWatches, watchHealth, fetchFailedMail, deleteOldMail, blobSweep],
  workers: [mailboxSyncWorker, imapIdleWorker, inboundWorker, outboundWorker],
  sealed: [
    { table: 'mail_providers', column: 'sealed_secrets', row: 'provider_id' },
    { table: 'mail_providers', column: 'sealed_client_state', row: 'provider_id' },
    { table: 'oauth_states', column: 'sealed_verifier', row: 'state_id' },
    { table: 'outbound_emails', column: 'sealed_content', row: 'mail_id' },
    { table: 'outbound_settings', column: 'sealed_smtp_password', row: 'scope' },
  ],
  ports: ({ settings, broker, database, workerDatabase, log, secrets }) => {
    const policy = policyOf(settings);
    const installation = installationOf(settings);
    return {
      asTenant: (context) => new TenantDb<Tables>(database, context),
      workerDatabase,
      secrets,
      blobs: blobStoreOf('email', settings),
      egress: new Egress({ policy, resolve: resolveBySystem }),
      mailServer: vettedMailServer(policy),
      desk: deskClient(broker),
      clients: clientDirectory(broker),
      staff: staffDirectory(broker),
      installation,
      googleKeys: googleKeys(installation),
      log,
    };
  },
});

/** What the operator points the providers at may be called, wherever it is. */
function policyOf({ PSA_EGRESS_ALLOW, PSA_GOOGLE_BASE_URL, PSA_MICROSOFT_BASE_URL }: EmailSettings): EgressPolicy {
  const hosts = [PSA_GOOGLE_BASE_URL, PSA_MICROSOFT_BASE_URL].filter((url) => url !== undefined).map(({ hostname }) => hostname);
  return egressPolicy([PSA_EGRESS_ALLOW, ...hosts].join(','));
}

function installationOf(settings: EmailSettings): Installation {
  const client = (id: string | undefined, secret: string | undefined) => (id === undefined ? undefined : { id, secret: secret ?? null });
  return {
    publicUrl: settings.PSA_PUBLIC_URL,
    pollSeconds: settings.PSA_MAIL_POLL_SECONDS,
    smtpUrl: settings.PSA_SMTP_URL,
    mailFrom: settings.PSA_MAIL_FROM,
    mailToLog: settings.PSA_MAIL_TO_LOG,
    baseUrls: { google: settings.PSA_GOOGLE_BASE_URL, microsoft: settings.PSA_MICROSOFT_BASE_URL },
    oauthClients: {
      google: client(settings.PSA_GOOGLE_MAIL_CLIENT_ID, settings.PSA_GOOGLE_MAIL_CLIENT_SECRET),
      microsoft: client(settings.PSA_MICROSOFT_MAIL_CLIENT_ID, settings.PSA_MICROSOFT_MAIL_CLIENT_SECRET),
    },
  };
}
