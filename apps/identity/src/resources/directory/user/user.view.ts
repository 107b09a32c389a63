import type { TeamOfUser, User } from '@psa/contracts-identity';
import type { UserRow, UserShown } from './user.records.ts';

/** What events tell of a user. */
export function userFacts({ user_id, username, email, first_name, last_name, user_type, is_inactive, timezone }: UserRow) {
  return { user_id, username, email, first_name, last_name, user_type, is_inactive, timezone };
}

/** What is shown of a user when it is asked for. */
export interface UserExtras {
  readonly teams?: TeamOfUser[];
  readonly permissions?: string[];
}

/** Where a user's picture is; its address changes with the picture, so that it may be kept for long. */
export function avatarUrl(userId: string, avatar: string | null): string | null {
  return avatar === null ? null : `/api/v1/users/${userId}/avatar?v=${avatar}`;
}

/** A user as they are read. */
export function toUser(row: UserShown, extras: UserExtras = {}): User {
  const avatar = avatarUrl(row.user_id, row.avatar);
  return {
    user_id: row.user_id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    timezone: row.timezone,
    user_type: row.user_type as User['user_type'],
    contact_id: row.contact_id,
    client_id: row.client_id,
    image: avatar ?? row.image,
    avatarUrl: avatar,
    two_factor_enabled: row.two_factor_enabled,
    two_factor_required_new_device: row.two_factor_required_new_device,
    is_google_user: row.is_google_user,
    is_inactive: row.is_inactive,
    reports_to: row.reports_to,
    last_login_at: row.last_login_at,
    last_login_method: row.last_login_method,
    tenant: row.tenant,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    roles: row.roles,
    ...extras,
    _links: userLinks(row.user_id),
  };
}

function userLinks(userId: string): NonNullable<User['_links']> {
  const self = `/api/v1/users/${userId}`;
  return {
    self: { href: self },
    update: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    roles: { href: `${self}/roles` },
    teams: { href: `${self}/teams` },
    permissions: { href: `${self}/permissions` },
    preferences: { href: `${self}/preferences` },
    avatar: { href: `${self}/avatar`, method: 'POST' },
  };
}
