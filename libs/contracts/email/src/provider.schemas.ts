import { EXAMPLE_ID, Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress, OneLine } from './fields.ts';

export const ProviderType = z.enum(['google', 'microsoft', 'imap']).meta({ id: 'EmailProviderType' });
export type ProviderType = z.infer<typeof ProviderType>;

export const ProviderStatus = z.enum(['connected', 'disconnected', 'error', 'configuring']).meta({ id: 'EmailProviderStatus' });
export type ProviderStatus = z.infer<typeof ProviderStatus>;

export const PauseReason = z.enum(['manual', 'tenant_cancelled', 'auth_failure']);
export type PauseReason = z.infer<typeof PauseReason>;

/** What tickets made of this mailbox start with. */
export const InboundTicketDefaults = z
  .object({
    channel_id: Id.nullable().default(null).describe('Channel of new tickets; the default channel when null'),
    status_id: Id.nullable().default(null).describe("Status of new tickets; the channel's default when null"),
    priority_id: Id.nullable().default(null).describe('Priority of new tickets'),
    client_id: Id.nullable().default(null).describe('Client of senders that belong to no known client'),
    category_id: Id.nullable().default(null).describe('Category of new tickets'),
    location_id: Id.nullable().default(null).describe('Location of new tickets'),
  })
  .meta({ id: 'InboundTicketDefaults' });
export type InboundTicketDefaults = z.infer<typeof InboundTicketDefaults>;

const syncMembers = {
  auto_process_emails: z.boolean().default(true).describe('false: mail is stored, and processed only when released'),
  max_emails_per_sync: z.int().min(1).max(500).default(50).describe('Mails fetched in one round'),
};
const Folders = z.array(OneLine(255).min(1)).max(20);
const OAuthAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(500);

const google = {
  client_id: OneLine(255).nullable().default(null).describe('OAuth client; that of the installation when null'),
  project_id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,61}[a-z0-9]$/, 'must be a Google Cloud project id')
    .nullable()
    .default(null)
    .describe('Google Cloud project for push by Pub/Sub; without one the mailbox is polled'),
  pubsub_topic_name: OneLine(255).nullable().default(null).describe('Topic; gmail-notifications-<tenant> when null'),
  pubsub_subscription_name: OneLine(255).nullable().default(null).describe('Subscription; gmail-webhook-<tenant>-<provider> when null'),
  push_service_account: EmailAddress.nullable()
    .default(null)
    .describe('Account that signs pushes; psa-gmail-push@<project>.iam.gserviceaccount.com when null'),
  label_filters: Folders.default([]).describe('Labels that are read; INBOX when empty'),
  ...syncMembers,
};

const microsoft = {
  client_id: OneLine(255).nullable().default(null).describe('OAuth client; that of the installation when null'),
  tenant_id: z
    .string()
    .regex(/^[A-Za-z0-9.-]{1,100}$/, 'must be a directory id or domain')
    .default('common')
    .describe('Microsoft directory the account is in'),
  shared_mailbox: z
    .boolean()
    .default(false)
    .describe('true: a shared mailbox, which the account that signs in may read and send as; false: the mailbox of that account'),
  folder_filters: Folders.default([]).describe('Folders that are read; inbox when empty'),
  ...syncMembers,
};

const Host = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, 'must be a host name or address');

const imap = {
  host: Host.describe('IMAP server'),
  port: z.int().min(1).max(65_535).default(993).describe('Port of the IMAP server'),
  secure: z.boolean().default(true).describe('TLS from the start'),
  allow_starttls: z.boolean().default(false).describe('Without `secure`: whether to demand STARTTLS'),
  auth_type: z.enum(['password', 'oauth2']).default('password').describe('How to sign in'),
  username: OneLine(320).min(1).describe('User name at the server'),
  folder_filters: Folders.default([]).describe('Folders that are read; INBOX when empty'),
  oauth_authorize_url: OAuthAddress.nullable().default(null).describe('Authorization endpoint, for oauth2'),
  oauth_token_url: OAuthAddress.nullable().default(null).describe('Token endpoint, for oauth2'),
  oauth_client_id: OneLine(255).nullable().default(null).describe('OAuth client, for oauth2'),
  oauth_scopes: OneLine(1000).nullable().default(null).describe('Scopes, separated by blanks, for oauth2'),
  authserv_id: Host.nullable()
    .default(null)
    .describe(
      'Name of the receiving mail server in its Authentication-Results headers, such as mx.example.com. It must write that header into every mail, or remove those that come with its name',
    ),
  smtp_host: Host.nullable().default(null).describe('SMTP server replies leave by; without one they leave by the outbound mail server'),
  smtp_port: z.int().min(1).max(65_535).default(587).describe('Port of the SMTP server'),
  smtp_secure: z.boolean().default(false).describe('TLS from the start; STARTTLS is used where it is offered otherwise'),
  ...syncMembers,
};

/** Secrets come in and never go out. */
const Secret = z.string().min(1).max(8000).optional().describe('Write-only; kept when absent');

export const GoogleConfig = z.object(google).meta({ id: 'EmailGoogleConfig' });
export const MicrosoftConfig = z.object(microsoft).meta({ id: 'EmailMicrosoftConfig' });
export const ImapConfig = z.object(imap).meta({ id: 'EmailImapConfig' });
export type GoogleConfig = z.infer<typeof GoogleConfig>;
export type MicrosoftConfig = z.infer<typeof MicrosoftConfig>;
export type ImapConfig = z.infer<typeof ImapConfig>;

const WriteGoogle = z.object({ ...google, client_secret: Secret });
const WriteMicrosoft = z.object({ ...microsoft, client_secret: Secret });
const WriteImap = z.object({ ...imap, password: Secret, oauth_client_secret: Secret });

const members = {
  providerName: OneLine(255).min(1).describe('Name shown to staff'),
  senderDisplayName: OneLine(255).nullable().describe('Name replies carry; that of the tenant when null'),
  isActive: z.boolean().describe('Whether mail is fetched'),
  inboundTicketDefaults: InboundTicketDefaults.nullable().describe(
    'What new tickets start with; without it, mail to no ticket waits in quarantine',
  ),
  skipAutomation: z.boolean().default(false).describe('true: save only, without setting up push notifications'),
};

export const CreateProvider = z
  .object({
    providerType: ProviderType.describe('Kind of mailbox'),
    mailbox: EmailAddress.describe('Address of the mailbox; unique within the tenant whatever its case'),
    ...members,
    senderDisplayName: members.senderDisplayName.default(null),
    isActive: members.isActive.default(true),
    inboundTicketDefaults: members.inboundTicketDefaults.default(null),
    googleConfig: WriteGoogle.nullish().describe('For google'),
    microsoftConfig: WriteMicrosoft.nullish().describe('For microsoft'),
    imapConfig: WriteImap.nullish().describe('For imap'),
  })
  .meta({
    id: 'CreateEmailProvider',
    example: {
      providerType: 'imap',
      mailbox: 'support@example.com',
      providerName: 'Support mailbox',
      senderDisplayName: 'Example IT Services',
      inboundTicketDefaults: { channel_id: EXAMPLE_ID, priority_id: EXAMPLE_ID },
      imapConfig: { host: 'imap.example.com', port: 993, username: 'support@example.com', password: 'correct horse battery staple' },
    },
  });
export type CreateProvider = z.infer<typeof CreateProvider>;

/** Defaults would overwrite what is stored: a partial body has none. */
const partial = <T extends z.ZodRawShape>(shape: T) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : (schema as z.ZodType)).optional(),
      ]),
    ) as unknown as { [K in keyof T]: z.ZodOptional<T[K] extends z.ZodDefault<infer Inner> ? Inner : T[K]> },
  );

export const UpdateProvider = z
  .object({
    mailbox: EmailAddress.optional().describe('Address of the mailbox'),
    providerName: members.providerName.optional(),
    senderDisplayName: members.senderDisplayName.optional(),
    isActive: members.isActive.optional(),
    inboundTicketDefaults: members.inboundTicketDefaults.optional(),
    skipAutomation: members.skipAutomation,
    googleConfig: partial({ ...google, client_secret: Secret })
      .nullish()
      .describe('Members that are absent are kept'),
    microsoftConfig: partial({ ...microsoft, client_secret: Secret })
      .nullish()
      .describe('Members that are absent are kept'),
    imapConfig: partial({ ...imap, password: Secret, oauth_client_secret: Secret })
      .nullish()
      .describe('Members that are absent are kept'),
  })
  .meta({
    id: 'UpdateEmailProvider',
    example: { providerName: 'Support mailbox', senderDisplayName: 'Example IT Services', isActive: true },
  });
export type UpdateProvider = z.infer<typeof UpdateProvider>;

const tokens = {
  has_secret: z.boolean().describe('Whether a client secret or password is stored'),
  has_tokens: z.boolean().describe('Whether an account is connected by OAuth'),
  token_expires_at: Timestamp.nullable().describe('When the access token expires; it is renewed by itself'),
};

export const Provider = z
  .object({
    id: Id,
    providerId: Id.describe('The same as id'),
    tenant: Id,
    providerType: ProviderType,
    providerName: z.string(),
    senderDisplayName: z.string().nullable(),
    mailbox: z.string(),
    isActive: z.boolean(),
    status: ProviderStatus.describe('configuring until a connection works'),
    errorMessage: z.string().nullable().describe('What went wrong last'),
    lastSyncAt: Timestamp.nullable().describe('When mail was last fetched without an error'),
    inboundTicketDefaults: InboundTicketDefaults.nullable(),
    inboundPausedAt: Timestamp.nullable().describe('When fetching was paused'),
    inboundPauseReason: PauseReason.nullable(),
    inboundAuthFailureCount: z.int().describe('Failures to sign in, one after the other'),
    inboundAuthFailureLastAt: Timestamp.nullable(),
    inboundAuthFailureCode: z.string().nullable(),
    googleConfig: GoogleConfig.extend(tokens).nullable(),
    microsoftConfig: MicrosoftConfig.extend(tokens).nullable(),
    imapConfig: ImapConfig.extend(tokens).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'EmailProvider' });
export type Provider = z.infer<typeof Provider>;

/** What saving gives: the record, and what its set-up said. */
export const SavedProvider = z
  .object({
    provider: Provider,
    setupError: z.string().optional().describe('Why push notifications could not be set up; the provider is saved anyway and polled'),
    setupWarnings: z.array(z.string()).describe('What should be looked at'),
  })
  .meta({ id: 'SavedEmailProvider' });

export const ProviderListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'provider_name', 'mailbox'],
  defaultSort: 'created_at',
  filters: {
    provider_type: ProviderType.optional().describe('Only this kind'),
    status: ProviderStatus.optional().describe('Only this status'),
    is_active: QueryBoolean.optional().describe('Only active, or only inactive ones'),
  },
}).omit({ fields: true });
export type ProviderListQuery = z.infer<typeof ProviderListQuery>;

export const ProviderTest = z
  .object({
    success: z.boolean().describe('Whether the mailbox could be opened'),
    message: z.string().describe('What the provider said, in plain words'),
    code: z.string().nullable().describe('Kind of the failure, such as unauthorized'),
  })
  .meta({ id: 'EmailProviderTest' });

export const ProviderHealth = z
  .object({
    providerId: Id,
    status: z.enum(['healthy', 'degraded', 'failing', 'paused']).describe('degraded: no successful round for 5 minutes; failing: for 15'),
    delivery_mode: z.enum(['push', 'polling', 'idle']).describe('How new mail is noticed'),
    subscription_status: z.enum(['healthy', 'renewing', 'error', 'none']).describe('State of push notifications'),
    subscription_expires_at: Timestamp.nullable(),
    last_renewal_attempt_at: Timestamp.nullable(),
    last_renewal_result: z.enum(['success', 'failure']).nullable(),
    failure_reason: z.string().nullable(),
    last_notification_received_at: Timestamp.nullable(),
    last_sync_at: Timestamp.nullable(),
    last_error: z.string().nullable(),
    consecutive_failures: z.int(),
    next_sync_at: Timestamp.nullable(),
    quarantined: z.int().describe('Mails that wait for a decision'),
  })
  .meta({ id: 'EmailProviderHealth' });
