import type { ActivityType } from './user-activity.schemas.ts';

/** What happened to the row an audit event names; an attempt changed nothing. */
export const auditOperations = ['create', 'update', 'delete', 'attempt'] as const;
export type AuditOperation = (typeof auditOperations)[number];

interface AuditEventKind {
  /** Table of the row that is concerned. */
  readonly table: string;
  readonly operation: AuditOperation;
  /** Whether it decides who may do what: such events are also read by who may read roles. */
  readonly rbac?: true;
  /** What the activity of the user concerned calls it. */
  readonly activity?: ActivityType;
}

/** Every kind of security-relevant change that is recorded, by its name; a name's meaning never changes. */
export const auditEventTypes = {
  tenant_created: { table: 'tenants', operation: 'create' },
  tenant_suspended: { table: 'tenants', operation: 'update' },
  tenant_resumed: { table: 'tenants', operation: 'update' },
  licence_updated: { table: 'licences', operation: 'update' },

  user_created: { table: 'users', operation: 'create', activity: 'user_created' },
  user_updated: { table: 'users', operation: 'update', activity: 'profile_update' },
  user_activated: { table: 'users', operation: 'update', activity: 'user_activated' },
  user_deactivated: { table: 'users', operation: 'update', activity: 'user_deactivated' },
  user_deleted: { table: 'users', operation: 'delete' },
  user_invited: { table: 'account_tokens', operation: 'create' },
  invitation_accepted: { table: 'users', operation: 'update', activity: 'password_change' },
  password_changed: { table: 'users', operation: 'update', activity: 'password_change' },
  password_reset_requested: { table: 'account_tokens', operation: 'create' },
  password_reset: { table: 'users', operation: 'update', activity: 'password_change' },

  login: { table: 'sessions', operation: 'create', activity: 'login' },
  login_failed: { table: 'sessions', operation: 'attempt' },
  logout: { table: 'sessions', operation: 'delete', activity: 'logout' },
  session_revoked: { table: 'sessions', operation: 'delete' },
  two_factor_enabled: { table: 'users', operation: 'update', activity: '2fa_enabled' },
  two_factor_disabled: { table: 'users', operation: 'update', activity: '2fa_disabled' },
  recovery_codes_created: { table: 'users', operation: 'update' },
  passkey_added: { table: 'passkeys', operation: 'create' },
  passkey_removed: { table: 'passkeys', operation: 'delete' },
  trusted_device_added: { table: 'trusted_devices', operation: 'create' },
  trusted_device_removed: { table: 'trusted_devices', operation: 'delete' },
  oauth_account_linked: { table: 'oauth_accounts', operation: 'create' },
  oauth_account_unlinked: { table: 'oauth_accounts', operation: 'delete' },

  api_key_created: { table: 'api_keys', operation: 'create' },
  api_key_rotated: { table: 'api_keys', operation: 'update' },
  api_key_revoked: { table: 'api_keys', operation: 'update' },
  api_key_rate_limit_changed: { table: 'api_keys', operation: 'update' },

  role_created: { table: 'roles', operation: 'create', rbac: true },
  role_updated: { table: 'roles', operation: 'update', rbac: true },
  role_deleted: { table: 'roles', operation: 'delete', rbac: true },
  role_assigned: { table: 'user_roles', operation: 'create', rbac: true, activity: 'role_change' },
  role_unassigned: { table: 'user_roles', operation: 'delete', rbac: true, activity: 'role_change' },
  permission_created: { table: 'permissions', operation: 'create', rbac: true },
  permission_updated: { table: 'permissions', operation: 'update', rbac: true },
  permission_deleted: { table: 'permissions', operation: 'delete', rbac: true },
  permission_assigned: { table: 'role_permissions', operation: 'create', rbac: true },
  permission_unassigned: { table: 'role_permissions', operation: 'delete', rbac: true },
  feature_updated: { table: 'feature_settings', operation: 'update', rbac: true },

  team_created: { table: 'teams', operation: 'create' },
  team_updated: { table: 'teams', operation: 'update' },
  team_deleted: { table: 'teams', operation: 'delete' },
  team_member_added: { table: 'team_members', operation: 'create', activity: 'team_join' },
  team_member_removed: { table: 'team_members', operation: 'delete', activity: 'team_leave' },
  team_permission_granted: { table: 'team_permissions', operation: 'create', rbac: true },
  team_permission_revoked: { table: 'team_permissions', operation: 'delete', rbac: true },

  webhook_created: { table: 'webhooks', operation: 'create' },
  webhook_updated: { table: 'webhooks', operation: 'update' },
  webhook_deleted: { table: 'webhooks', operation: 'delete' },
  webhook_secret_rotated: { table: 'webhooks', operation: 'update' },
  automation_rule_created: { table: 'automation_rules', operation: 'create' },
  automation_rule_updated: { table: 'automation_rules', operation: 'update' },
  automation_rule_deleted: { table: 'automation_rules', operation: 'delete' },
  rmm_integration_configured: { table: 'rmm_integrations', operation: 'update' },
  rmm_integration_removed: { table: 'rmm_integrations', operation: 'delete' },
  document_created: { table: 'documents', operation: 'create' },
  document_deleted: { table: 'documents', operation: 'delete' },
  client_deleted: { table: 'clients', operation: 'delete' },
  contact_deleted: { table: 'contacts', operation: 'delete' },
  contact_merged: { table: 'contacts', operation: 'delete' },
  accounting_connected: { table: 'accounting_connections', operation: 'update' },
  accounting_disconnected: { table: 'accounting_connections', operation: 'update' },
  email_provider_created: { table: 'email_providers', operation: 'create' },
  email_provider_updated: { table: 'email_providers', operation: 'update' },
  email_provider_deleted: { table: 'email_providers', operation: 'delete' },
} as const satisfies Record<string, AuditEventKind>;

export type AuditEventType = keyof typeof auditEventTypes;

/** The same with its kinds read alike. */
export const auditEventKinds: Readonly<Record<AuditEventType, AuditEventKind>> = auditEventTypes;

export const auditEventNames = Object.keys(auditEventTypes) as [AuditEventType, ...AuditEventType[]];

/** The events one kind of activity stands for; all kinds of activity when none is named. */
export function eventsOfActivity(activity?: ActivityType): AuditEventType[] {
  return auditEventNames.filter((name) => {
    const kind = auditEventKinds[name].activity;
    return activity === undefined ? kind !== undefined : kind === activity;
  });
}
