import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType } from 'kysely';
import type { ReplicaTables } from './replicas/replica.tables.ts';

type Defaulted<T> = ColumnType<T, T | undefined, T>;
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface UsersTable {
  tenant: TenantColumn;
  user_id: string;
  username: string;
  email: string;
  password_hash: Nullable<string>;
  first_name: Nullable<string>;
  last_name: Nullable<string>;
  phone: Nullable<string>;
  timezone: Nullable<string>;
  image: Nullable<string>;
  user_type: string;
  contact_id: Nullable<string>;
  client_id: Nullable<string>;
  two_factor_enabled: Defaulted<boolean>;
  two_factor_required_new_device: Defaulted<boolean>;
  is_google_user: Defaulted<boolean>;
  is_inactive: Defaulted<boolean>;
  /** Shut out because the client became inactive, which can be undone. */
  inactive_with_client: Defaulted<boolean>;
  reports_to: Nullable<string>;
  last_login_at: NullableTimestampColumn;
  last_login_method: Nullable<string>;
  /** When the person was forgotten; the row stays for what refers to it. */
  deleted_at: NullableTimestampColumn;
  password_changed_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface PermissionsTable {
  tenant: TenantColumn;
  permission_id: string;
  resource: string;
  action: string;
  description: Nullable<string>;
  msp: boolean;
  client: boolean;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface RolesTable {
  tenant: TenantColumn;
  role_id: string;
  role_name: string;
  description: Nullable<string>;
  msp: boolean;
  client: boolean;
  is_template: Defaulted<boolean>;
  /** Version by which the product wrote a default role last; another one says that somebody changed it since. */
  seeded_version: Defaulted<number>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface RolePermissionsTable {
  tenant: TenantColumn;
  role_id: string;
  permission_id: string;
  created_at: TimestampColumn;
}

export interface UserRolesTable {
  tenant: TenantColumn;
  user_id: string;
  role_id: string;
  created_at: TimestampColumn;
}

export interface ApiKeysTable {
  tenant: TenantColumn;
  api_key_id: string;
  user_id: string;
  /** Public part of the current secret. */
  key_id: string;
  description: Nullable<string>;
  purpose: Defaulted<string>;
  metadata: JsonColumn<Record<string, unknown> | null>;
  /** Names of the owner's permissions the key is confined to; null for all of them. */
  permissions: Nullable<string[]>;
  /** Networks it may be used from; null for everywhere. */
  ip_ranges: Nullable<string[]>;
  usage_limit: Nullable<number>;
  usage_count: Defaulted<number>;
  last_used_at: NullableTimestampColumn;
  expires_at: NullableTimestampColumn;
  revoked_at: NullableTimestampColumn;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface ApiKeySecretsTable {
  tenant: TenantColumn;
  key_id: string;
  api_key_id: string;
  hash: string;
  /** End of a rotation's grace; null for the current secret. */
  valid_until: NullableTimestampColumn;
  created_at: TimestampColumn;
}

export interface RateLimitsTable {
  tenant: TenantColumn;
  rate_limit_id: string;
  /** Key it is for; null for the tenant's own. */
  api_key_id: string | null;
  max_tokens: number;
  refill_per_min: number;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface AuthSessionsTable {
  tenant: TenantColumn;
  session_id: string;
  user_id: string;
  login_method: string;
  ip_address: Nullable<string>;
  user_agent: Nullable<string>;
  device_fingerprint: string;
  device_name: string;
  device_type: string;
  last_activity_at: TimestampColumn;
  expires_at: string;
  revoked_at: NullableTimestampColumn;
  revoked_reason: Nullable<string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TwoFactorsTable {
  tenant: TenantColumn;
  user_id: string;
  sealed_secret: string;
  /** Time step of the last token that was accepted; it and those before it are spent. */
  last_used_step: number;
  /** Wrong codes since the last right one. */
  wrong_codes: Defaulted<number>;
  /** Until then codes of the authenticator app are refused unseen. */
  locked_until: Nullable<string>;
  created_at: TimestampColumn;
}

export interface RecoveryCodesTable {
  tenant: TenantColumn;
  user_id: string;
  code_hash: string;
  used_at: NullableTimestampColumn;
  created_at: TimestampColumn;
}

/** Devices on which a user is asked for no second factor. */
export interface TrustedDevicesTable {
  tenant: TenantColumn;
  device_id: string;
  user_id: string;
  secret_hash: string;
  device_name: string;
  ip_address: string | null;
  created_at: TimestampColumn;
  last_used_at: NullableTimestampColumn;
  expires_at: string;
}

/** Accounts at other providers that users sign in with. */
export interface OauthAccountsTable {
  tenant: TenantColumn;
  oauth_account_id: string;
  user_id: string;
  provider: string;
  issuer: string;
  subject: string;
  email: Nullable<string>;
  sealed_tokens: string;
  created_at: TimestampColumn;
  last_used_at: string;
}

export interface PasskeysTable {
  tenant: TenantColumn;
  passkey_id: string;
  user_id: string;
  /** By which its device knows it. */
  credential_id: string;
  /** COSE key in base64url. */
  public_key: string;
  counter: number;
  transports: ColumnType<string[], string, string>;
  device_type: string;
  backed_up: boolean;
  name: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  last_used_at: NullableTimestampColumn;
}

export interface AuditEventsTable {
  tenant: TenantColumn;
  audit_id: string;
  created_at: TimestampColumn;
  event_type: string;
  operation: string;
  table_name: string;
  record_id: string;
  /** Whether it decides who may do what. */
  rbac: boolean;
  actor_id: string;
  actor_type: string;
  subject_user_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string;
  changed_fields: string[];
  before_hash: string | null;
  after_hash: string | null;
  details: JsonColumn<Record<string, unknown>>;
}

export interface TeamsTable {
  tenant: TenantColumn;
  team_id: string;
  team_name: string;
  manager_id: Nullable<string>;
  parent_team_id: Nullable<string>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface TeamMembersTable {
  tenant: TenantColumn;
  team_id: string;
  user_id: string;
  role: Defaulted<string>;
  created_at: TimestampColumn;
}

/** What a team's members may do beside what their roles allow. */
export interface TeamPermissionsTable {
  tenant: TenantColumn;
  team_permission_id: string;
  team_id: string;
  permission_id: string;
  granted_by: string;
  granted_at: TimestampColumn;
  expires_at: NullableTimestampColumn;
  revoked_at: NullableTimestampColumn;
}

/** What a tenant has set about a feature of the product. */
export interface FeatureSettingsTable {
  tenant: TenantColumn;
  feature_name: string;
  is_enabled: boolean;
  required_role_ids: Defaulted<string[]>;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface UserPreferencesTable {
  tenant: TenantColumn;
  user_id: string;
  name: string;
  value: JsonColumn<unknown>;
  updated_at: TimestampColumn;
}

export interface UserAvatarsTable {
  tenant: TenantColumn;
  user_id: string;
  bytes: Uint8Array;
  sha256: string;
  updated_at: TimestampColumn;
}

/** What is known here of the contacts that users of the client portal are. */
export interface LicencesTable {
  tenant: TenantColumn;
  kind: string;
  license_count: number;
  /** When the billing system says it became so. */
  occurred_at: NullableTimestampColumn;
  version: VersionColumn;
  updated_at: TimestampColumn;
}

export interface LicenceEventsTable {
  tenant: TenantColumn;
  event_id: string;
  license_count: number;
  occurred_at: NullableTimestampColumn;
  applied: boolean;
  received_at: TimestampColumn;
}

/** Links by which people choose a password. */
export interface AccountTokensTable {
  tenant: TenantColumn;
  token_id: string;
  user_id: string;
  purpose: string;
  secret_hash: string;
  request_id: string | null;
  expires_at: TimestampColumn;
  used_at: NullableTimestampColumn;
  created_at: TimestampColumn;
}

/** Mails about accounts, from the commit that wants them sent until a week after they were. */
export interface AccountMailsTable {
  tenant: TenantColumn;
  mail_id: string;
  user_id: string;
  kind: string;
  recipient: string;
  token_id: string | null;
  sealed_secret: string | null;
  attempts: Defaulted<number>;
  due_at: TimestampColumn;
  sent_at: NullableTimestampColumn;
  given_up_at: NullableTimestampColumn;
  last_error: Nullable<string>;
  created_at: TimestampColumn;
}

/** Every table of the service that belongs to tenants, by name; the global `tenants`, `api_key_lookup`, `sign_in_attempts` and `spent_nonces` are not reached through these. */
export interface Tables extends ReplicaTables {
  users: UsersTable;
  permissions: PermissionsTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  user_roles: UserRolesTable;
  api_keys: ApiKeysTable;
  api_key_secrets: ApiKeySecretsTable;
  rate_limits: RateLimitsTable;
  auth_sessions: AuthSessionsTable;
  two_factors: TwoFactorsTable;
  recovery_codes: RecoveryCodesTable;
  trusted_devices: TrustedDevicesTable;
  oauth_accounts: OauthAccountsTable;
  passkeys: PasskeysTable;
  audit_events: AuditEventsTable;
  user_preferences: UserPreferencesTable;
  user_avatars: UserAvatarsTable;
  licences: LicencesTable;
  licence_events: LicenceEventsTable;
  account_tokens: AccountTokensTable;
  account_mails: AccountMailsTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  team_permissions: TeamPermissionsTable;
  feature_settings: FeatureSettingsTable;
}
