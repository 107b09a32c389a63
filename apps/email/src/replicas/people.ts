import { Replica, statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../email-app.ts';
import type { Tables } from '../tables.ts';
import type { ContactCopy, UserCopy } from './replica.tables.ts';

/** Domains of mail hosters: their users have nothing to do with each other. */
const FREEMAIL = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.de hotmail.co.uk hotmail.fr live.com live.de msn.com yahoo.com yahoo.de yahoo.co.uk yahoo.fr
   ymail.com icloud.com me.com mac.com aol.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com mail.ru yandex.ru yandex.com
   proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com zoho.com hey.com orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it
   btinternet.com sky.com comcast.net verizon.net att.net qq.com 163.com 126.com naver.com daum.net bluewin.ch a1.net aon.at posteo.de mailbox.org`
    .trim()
    .split(/\s+/),
);

export const isFreemail = (domain: string) => FREEMAIL.has(domain.toLowerCase());
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

export const contactReplica = new Replica<ContactCopy, 'contact_name_id'>({
  table: 'contact_replicas',
  key: 'contact_name_id',
  unknown: { full_name: '', email: '', domain: '', client_id: null, is_inactive: true },
  emptiesGone: true,
  called: 'a contact of this tenant',
});

export const userReplica = new Replica<UserCopy, 'user_id'>({
  table: 'user_replicas',
  key: 'user_id',
  unknown: { email: '', user_name: null, is_internal: false, is_inactive: true },
  emptiesGone: true,
  called: 'a user of this tenant',
});

export interface KnownContact {
  readonly contact_name_id: string;
  readonly full_name: string;
  readonly client_id: string | null;
}

export interface KnownUser {
  readonly user_id: string;
  readonly user_name: string | null;
}

const contactStatement = statement<Tables>()((db, p: { email: string }) =>
  db
    .selectFrom('contact_replicas')
    .select(['contact_name_id', 'full_name', 'client_id'])
    .where('email', '=', p.email)
    .where('is_deleted', '=', false)
    .where('is_inactive', '=', false)
    .orderBy('contact_name_id')
    .limit(1),
);

const userStatement = statement<Tables>()((db, p: { email: string }) =>
  db
    .selectFrom('user_replicas')
    .select(['user_id', 'user_name'])
    .where('email', '=', p.email)
    .where('is_internal', '=', true)
    .where('is_inactive', '=', false)
    .orderBy('user_id')
    .limit(1),
);

export function findContact(db: Db, address: string): Promise<KnownContact | undefined> {
  return db.first(contactStatement, { email: address });
}

/** An active member of staff. */
export function findStaff(db: Db, address: string): Promise<KnownUser | undefined> {
  return db.first(userStatement, { email: address });
}

/** The only client whose contacts have addresses in a domain. Freemail domains match no client. */
export async function clientOfDomain(db: Db, domain: string, assigned: Readonly<Record<string, string>>): Promise<string | undefined> {
  if (isFreemail(domain)) return undefined;
  if (assigned[domain] !== undefined) return assigned[domain];
  const rows = await db
    .selectFrom('contact_replicas')
    .select('client_id')
    .distinct()
    .where('domain', '=', domain)
    .where('is_deleted', '=', false)
    .where('client_id', 'is not', null)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.client_id ?? undefined) : undefined;
}

/** What is kept of a contact: the address as it is compared, and its domain. */
export function contactCopy({ email, ...fact }: Omit<ContactCopy, 'domain'>): ContactCopy {
  const address = email.trim().toLowerCase();
  return { ...fact, email: address, domain: domainOf(address) };
}

interface UserFacts {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
}

/** What is kept of a user: the address as it is compared, the name, and whether they are of the staff. */
export function userCopy({ user_id, email, first_name, last_name, user_type, is_inactive }: UserFacts): UserCopy {
  return {
    user_id,
    email: email.trim().toLowerCase(),
    user_name: [first_name, last_name].filter(Boolean).join(' ') || null,
    is_internal: user_type !== 'client',
    is_inactive,
  };
}

export async function keepTenant(db: Db, fact: { name?: string; is_suspended: boolean; version: number }): Promise<void> {
  const { name = null, is_suspended, version } = fact;
  await db
    .insertInto('tenant_replicas')
    .values({ tenant_ref: db.tenant, name, is_suspended, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'tenant_ref'])
        .doUpdateSet({ is_suspended, version, ...(fact.name !== undefined && { name: fact.name }) })
        .where(sql.ref('tenant_replicas.version'), '<', version),
    )
    .execute();
}

export async function tenantName(db: Db): Promise<string | null> {
  return (await db.selectFrom('tenant_replicas').select('name').where('tenant_ref', '=', db.tenant).executeTakeFirst())?.name ?? null;
}
