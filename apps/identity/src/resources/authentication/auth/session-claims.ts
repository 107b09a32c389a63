import { Id } from '@psa/contract-kit';
import { z } from 'zod';

/** What a session token says. Programs that know the secret read it without asking; the service itself believes the ids alone. */
export const SessionClaims = z.looseObject({
  sub: Id,
  tenant: Id,
  session_id: Id,
  user_type: z.enum(['internal', 'client']),
  clientId: Id.nullish(),
  contactId: Id.nullish(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/** The person a session is of. */
export interface SessionPerson {
  readonly user_id: string;
  readonly email: string;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly image: string | null;
  readonly user_type: string;
  readonly client_id: string | null;
  readonly contact_id: string | null;
}

/** Everybody but the people of the client portal is internal. */
export function sessionUserType(userType: string): 'internal' | 'client' {
  return userType === 'client' ? 'client' : 'internal';
}

/** What pages are told of a user; of the client alone where it is the client's user. */
export function sessionUser(user: SessionPerson, tenant: string, tenantSlug: string) {
  const user_type = sessionUserType(user.user_type);
  return {
    id: user.user_id,
    email: user.email,
    name: [user.first_name, user.last_name].filter(Boolean).join(' ') || user.username,
    username: user.username,
    proToken: '',
    tenant,
    tenantSlug,
    user_type,
    ...(user.image === null ? {} : { image: user.image }),
    ...(user_type === 'client' && user.client_id !== null ? { clientId: user.client_id } : {}),
    ...(user_type === 'client' && user.contact_id !== null ? { contactId: user.contact_id } : {}),
  };
}

/** The claims of a session's token. */
export function sessionClaims(
  user: SessionPerson,
  session: { session_id: string; login_method: string },
  tenant: string,
  tenantSlug: string,
): SessionClaims {
  const person = sessionUser(user, tenant, tenantSlug);
  return {
    sub: user.user_id,
    ...person,
    ...(user.image === null ? {} : { picture: user.image }),
    session_id: session.session_id,
    login_method: session.login_method,
  };
}

/** A user of the house cannot belong to a client: somebody put such a token together. */
export function isContradictory({ user_type, clientId, contactId }: SessionClaims): boolean {
  return user_type === 'internal' && ((clientId ?? null) !== null || (contactId ?? null) !== null);
}
