import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';

/** How an operator names a person. */
export interface PersonQuery {
  readonly email?: string | undefined;
  /** Id or address of a user. */
  readonly user?: string | undefined;
  /** Id or address of a contact. */
  readonly contact?: string | undefined;
  /** The full name, where the services do not know it any more. */
  readonly name?: string | undefined;
  /** The address once more; of who was deleted before, the one to look for. */
  readonly confirm: string;
}

/** A person as the services know them: one may be a user of both portals and a contact as well. */
export interface Person {
  readonly userIds: readonly string[];
  readonly contactIds: readonly string[];
  /** In lower case, the one that is confirmed first. */
  readonly addresses: readonly string[];
  /** Full names. */
  readonly names: readonly string[];
  /** First and last names, names to sign in with, and phone numbers. */
  readonly parts: readonly string[];
}

interface UserRow {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly contact_id: string | null;
}

interface ContactRow {
  readonly contact_id: string;
  readonly full_name: string;
  readonly addresses: readonly string[];
  readonly phones: readonly string[];
}

const USERS = `select user_id, lower(email) as email, trim(concat_ws(' ', first_name, last_name)) as name,
    array_remove(array[username, first_name, last_name, phone], null) as parts, contact_id
  from identity.users where tenant = $1 and (lower(email) = any($2) or user_id::text = any($3) or contact_id::text = any($4)) order by user_id`;
const CONTACTS = `select c.contact_name_id as contact_id, c.full_name, array_prepend(lower(c.email), coalesce(array_agg(lower(e.email)) filter (where e.email is not null), '{}')) as addresses,
    (select coalesce(array_agg(p ->> 'phone_number') filter (where p ->> 'phone_number' is not null), '{}') from jsonb_array_elements(c.phone_numbers) p) as phones
  from clients.contacts c left join clients.contact_emails e on e.tenant = c.tenant and e.contact_name_id = c.contact_name_id
  where c.tenant = $1 and (lower(c.email) = any($2) or c.contact_name_id::text = any($3) or exists (
    select from clients.contact_emails x where x.tenant = c.tenant and x.contact_name_id = c.contact_name_id and lower(x.email) = any($2)))
  group by c.tenant, c.contact_name_id order by 1`;

/** What a service calls who is deleted or erased. */
const NEUTRAL_ADDRESS = /@(?:deleted|erased)\.invalid$/;
const NEUTRAL_NAME = /^(?:Erased (?:user|contact) [0-9a-f]{8}|Erased|user [0-9a-f]{8}|(?:deleted|erased)-[0-9a-f-]{36})$/;

/**
 * Everything in a tenant that is the same person: users and contacts with the address, the contact that a user is, and the users of a contact.
 * @throws Refusal when nobody is found, or the confirmed address is not theirs
 */
export async function findPerson(database: pg.ClientBase, tenant: string, query: PersonQuery): Promise<Person> {
  const confirmed = query.confirm.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(confirmed)) throw new Refusal(`--confirm has to be the person's e-mail address, not ${query.confirm}.`);
  const named = query.email?.trim().toLowerCase();
  if (named === undefined && query.user === undefined && query.contact === undefined)
    throw new Refusal('Who? Name the person by --email, --user or --contact.');
  if (named !== undefined && named !== confirmed) throw new Refusal(`--confirm has to be ${named}: what is erased cannot be brought back.`);

  const users = new Map<string, UserRow>();
  const contacts = new Map<string, ContactRow>();
  const addresses = new Set<string>(named === undefined ? [] : [named]);
  const userIds = new Set(query.user === undefined ? [] : [await requireId(database, tenant, 'user', query.user)]);
  const contactIds = new Set(query.contact === undefined ? [] : [await requireId(database, tenant, 'contact', query.contact)]);
  // Each round follows what the one before found: a user leads to a contact, and that to another address.
  for (let known = -1; known < users.size + contacts.size;) {
    known = users.size + contacts.size;
    const found = await database.query<UserRow>(USERS, [tenant, [...addresses], [...userIds], [...contactIds]]);
    for (const user of found.rows) {
      users.set(user.user_id, user);
      if (user.contact_id !== null) contactIds.add(user.contact_id);
      if (!NEUTRAL_ADDRESS.test(user.email)) addresses.add(user.email);
    }
    const others = await database.query<ContactRow>(CONTACTS, [tenant, [...addresses], [...contactIds]]);
    for (const contact of others.rows) {
      contacts.set(contact.contact_id, contact);
      contactIds.add(contact.contact_id);
      for (const address of contact.addresses) if (!NEUTRAL_ADDRESS.test(address)) addresses.add(address);
    }
  }
  if (users.size === 0 && contacts.size === 0)
    throw new Refusal(
      `There is nobody ${named ?? query.user ?? query.contact} in this tenant. Who was deleted or erased before is named by --user or --contact and their id.`,
    );
  if (addresses.size > 0 && !addresses.has(confirmed))
    throw new Refusal(`--confirm has to be an address of the person, and ${confirmed} is not.`);
  const [ofUsers, ofContacts] = [[...users.values()], [...contacts.values()]];
  const names = [...ofUsers.map(({ name }) => name), ...ofContacts.map(({ full_name }) => full_name), query.name ?? ''];
  const parts = [...ofUsers.flatMap((user) => user.parts), ...ofContacts.flatMap(({ phones }) => phones)];
  return {
    userIds: [...users.keys()],
    contactIds: [...contacts.keys()],
    addresses: [confirmed, ...[...addresses].filter((address) => address !== confirmed)],
    names: personal(names),
    parts: personal(parts),
  };
}

const IDS_WITH_ADDRESS = {
  user: 'select user_id as id from identity.users where tenant = $1 and lower(email) = $2 order by 1',
  contact: `select c.contact_name_id as id from clients.contacts c where c.tenant = $1 and (lower(c.email) = $2 or exists (
    select from clients.contact_emails x where x.tenant = c.tenant and x.contact_name_id = c.contact_name_id and lower(x.email) = $2)) order by 1`,
};

/** @param named an id, or an address that one alone has. @throws Refusal where nobody has it, or several do */
async function requireId(database: pg.ClientBase, tenant: string, kind: 'user' | 'contact', named: string): Promise<string> {
  if (!named.includes('@')) return named;
  const { rows } = await database.query<{ id: string }>(IDS_WITH_ADDRESS[kind], [tenant, named.trim().toLowerCase()]);
  const [found, ...others] = rows.map(({ id }) => id);
  if (found === undefined) throw new Refusal(`There is no ${kind} ${named} in this tenant.`);
  if (others.length > 0)
    throw new Refusal(
      `Several have the address ${named}: name one of them by the id: ${[found, ...others].join(', ')}. --email means all of them.`,
    );
  return found;
}

function personal(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== '' && !NEUTRAL_NAME.test(text)))];
}

const NAMESAKES = `
  select 'user' as kind, user_id as id from identity.users
    where tenant = $1 and lower(trim(concat_ws(' ', first_name, last_name))) = lower($2) and user_id <> all($3::uuid[])
  union all select 'contact', contact_name_id from clients.contacts where tenant = $1 and lower(full_name) = lower($2) and contact_name_id <> all($4::uuid[])
  union all select 'client', client_id from clients.clients where tenant = $1 and lower(client_name) = lower($2) limit 5`;

/** Others of the tenant with the same name, such as `contact 0198…`. */
export async function findNamesakes(database: pg.ClientBase, tenant: string, name: string, person: Person): Promise<string[]> {
  const { rows } = await database.query<{ kind: string; id: string }>(NAMESAKES, [tenant, name, person.userIds, person.contactIds]);
  return rows.map(({ kind, id }) => `${kind} ${id}`);
}

const MAILBOXES = `select 'mailbox ' || mailbox as what from email.mail_providers where tenant = $1 and lower(mailbox) = any($2)
  union all select 'sender ' || from_address from email.outbound_settings where tenant = $1 and lower(from_address) = any($2)`;

/** Settings of the tenant that need an address to go on working. */
export async function findUsesOfAddresses(database: pg.ClientBase, tenant: string, addresses: readonly string[]): Promise<string[]> {
  return (await database.query<{ what: string }>(MAILBOXES, [tenant, addresses])).rows.map(({ what }) => what);
}
