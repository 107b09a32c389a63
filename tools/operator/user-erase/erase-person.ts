import { erasedIdentity } from '@psa/contract-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { callService } from '../call-service.ts';
import type { Installation } from '../installation.ts';
import { findTenant } from '../tenant-archive/find-tenant.ts';
import { withoutTriggers } from '../tenant-archive/without-triggers.ts';
import { type BrokerAdmin, withBrokerAdmin } from '../with-broker-admin.ts';
import { purgeMessages, searchStreams, waitUntilHandled } from './erase-from-streams.ts';
import { findNamesakes, findPerson, findUsesOfAddresses, type Person, type PersonQuery } from './find-person.ts';
import { addressTerms, isDistinctive, memberTerms, nameTerms, type PersonTerms, type SearchTerm, textMatcher } from './search-terms.ts';
import { replaceTexts, searchTexts, type TextTable, textTables } from './text-columns.ts';

/** What was looked through, and found. */
export interface Searched {
  readonly tables: number;
  readonly columns: number;
  readonly messages: number;
}

/** What went, and the proof that nothing is left. */
export interface ErasedPerson {
  readonly tenant: string;
  readonly slug: string;
  readonly users: readonly string[];
  readonly contacts: readonly string[];
  readonly erased: boolean;
  /** Rows in which a text was replaced by table; of a dry run, that hold one, by column. */
  readonly rows: Readonly<Record<string, number>>;
  /** Events and commands that went from streams; of a dry run, those that hold one. */
  readonly messages: number;
  /** Received mails whose bytes go, and mails that will not be sent. */
  readonly mails: number;
  readonly searched: Searched;
  /** Rows that still hold the address or the name, by column. */
  readonly left: Readonly<Record<string, number>>;
  /** What was not looked for, and why. */
  readonly notes: readonly string[];
}

export interface EraseOptions {
  /** Looks for the person and changes nothing. */
  readonly isDryRun?: boolean;
  /** Told once the person is found: what to run where the command is interrupted. */
  readonly onStart?: (message: string) => void;
}

/** What was under way when the person was erased writes its last rows meanwhile. */
const PASSES = 5;
const BETWEEN_PASSES_MS = 1_000;
const CALL_MS = 60_000;

/** Tables that refuse every change to keep what was recorded: here a text goes, and no record with it. */
const APPEND_ONLY = ['identity.audit_events'];

/**
 * Erases a person from all services of a tenant: the services delete what is theirs and tell each other, then every text of the tenant and its
 * streams are searched for what is left. It may be run again at any point.
 * @param which slug or id of the tenant
 * @throws Refusal when no such person is found, when the person still has open work, or when a text is left
 */
export async function erasePerson(
  { database, natsUrl }: Installation,
  which: string,
  query: PersonQuery,
  { isDryRun = false, onStart }: EraseOptions = {},
): Promise<ErasedPerson> {
  const { tenant, slug } = await findTenant(database, which);
  const person = await findPerson(database, tenant, query);
  const uses = await findUsesOfAddresses(database, tenant, person.addresses);
  if (uses.length > 0) throw new Refusal(`The tenant's mail depends on the address: ${uses.join(', ')}. Change that first.`);
  const { terms, notes } = await termsOf(database, tenant, person);
  const tables = await textTables(database);
  const matches = textMatcher(terms);
  const subject = { tenant, slug, users: person.userIds, contacts: person.contactIds, notes };
  return withBrokerAdmin(natsUrl, async (admin) => {
    if (isDryRun) {
      const { searched, found } = await searchStreams(admin, tenant, matches);
      const rows = await searchTexts(database, tables, tenant, terms);
      return { ...subject, erased: false, rows, messages: found.length, mails: 0, searched: extent(tables, searched), left: rows };
    }
    onStart?.(resumption(slug, person));
    const mails = await eraseInServices(admin.natsUrl, tenant, person);
    await waitUntilPublished(database, tenant);
    await waitUntilHandled(admin.manager);
    await eraseOrigins(database, tenant, person);
    const done = await eraseTexts(database, admin, tables, tenant, terms, matches);
    return { ...subject, erased: true, mails, ...done, left: {} };
  });
}

/** Each service does what is its own, and tells the others by events. */
async function eraseInServices(natsUrl: string, tenant: string, { userIds, contactIds, addresses }: Person): Promise<number> {
  for (const user_id of userIds)
    await callService({ natsUrl, service: 'identity', method: 'admin.user-erase', data: { tenant, user_id }, timeoutMs: CALL_MS });
  for (const contact_name_id of contactIds)
    await callService({
      natsUrl,
      service: 'clients',
      method: 'admin.contact-erase',
      data: { contact_name_id },
      tenant,
      timeoutMs: CALL_MS,
    });
  const mails = await callService({
    natsUrl,
    service: 'email',
    method: 'admin.mail-erase',
    data: { addresses },
    tenant,
    timeoutMs: CALL_MS,
  });
  const { received, unsent } = mails as { received: number; unsent: number };
  return received + unsent;
}

async function termsOf(database: pg.ClientBase, tenant: string, person: Person): Promise<{ terms: PersonTerms; notes: string[] }> {
  const [userId] = person.userIds;
  const { name, email } = userId === undefined ? erasedIdentity('contact', person.contactIds[0] ?? '') : erasedIdentity('user', userId);
  // Addresses are unique in some tables: each of a person's gets a neutral one of its own.
  const anywhere: SearchTerm[] = person.addresses.flatMap((address, index) =>
    addressTerms(address, index === 0 ? email : email.replace('erased-', `erased-${index}-`)),
  );
  const notes: string[] = [];
  for (const known of person.names) {
    const namesakes = isDistinctive(known) ? await findNamesakes(database, tenant, known, person) : [];
    if (!isDistinctive(known)) notes.push('A name of the person is too short or a single word, and was not looked for in texts.');
    else if (namesakes.length > 0) notes.push(`Others have the name as well, and it was not looked for in texts: ${namesakes.join(', ')}.`);
    else anywhere.push(...nameTerms(known, name));
  }
  if (person.names.length === 0) notes.push('No name of the person is known any more, and none was looked for; --name gives it.');
  const besideIds = [...person.names, ...person.parts].flatMap((text) => memberTerms(text, 'erased'));
  return { terms: { anywhere, besideIds, ids: [...person.userIds, ...person.contactIds] }, notes };
}

/** The person is not found by address once the services have erased them. The address and the name are not written where logs are kept. */
function resumption(slug: string, { userIds, contactIds }: Person): string {
  const named = userIds[0] === undefined ? `--contact ${contactIds[0]}` : `--user ${userIds[0]}`;
  return `If this is interrupted: psa user erase --tenant ${slug} ${named} --confirm <the address> --name <the full name>`;
}

/** Waits until the relays have published what the services had to tell. */
async function waitUntilPublished(database: pg.ClientBase, tenant: string): Promise<void> {
  const end = Date.now() + CALL_MS;
  for (;;) {
    const { rows } = await database.query(
      `select from identity.outbox where tenant = $1 and published_at is null union all select from clients.outbox where tenant = $1 and published_at is null limit 1`,
      [tenant],
    );
    if (rows.length === 0) return;
    if (Date.now() > end) throw new Refusal('The services do not publish their events. See psa doctor, then run the command again.');
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_PASSES_MS / 4));
  }
}

/** The audit log keeps what was done and by which id, not from where. Requests of new passwords wait, for minutes, without a tenant. */
function eraseOrigins(database: pg.ClientBase, tenant: string, { userIds, addresses }: Person): Promise<void> {
  return withoutTriggers(database, 'erase', true, async () => {
    await database.query(
      `update identity.audit_events set ip_address = null, user_agent = null
        where tenant = $1 and (actor_id = any($2) or (actor_type = 'system' and subject_user_id::text = any($2))) and (ip_address is not null or user_agent is not null)`,
      [tenant, userIds],
    );
    await database.query('delete from identity.password_reset_requests where lower(email) = any($1)', [addresses]);
  });
}

type Done = Pick<ErasedPerson, 'rows' | 'messages' | 'searched'>;

async function eraseTexts(
  database: pg.ClientBase,
  admin: BrokerAdmin,
  tables: readonly TextTable[],
  tenant: string,
  terms: PersonTerms,
  matches: (text: string) => boolean,
): Promise<Done> {
  const rows: Record<string, number> = {};
  let messages = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    if (pass > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PASSES_MS));
    // Tables first: what a relay publishes after that is free of it.
    for (const table of tables) {
      const replace = () => replaceTexts(database, table, tenant, terms);
      const count = await (APPEND_ONLY.includes(table.name) ? withoutTriggers(database, 'erase', true, replace) : replace());
      if (count > 0) rows[table.name] = (rows[table.name] ?? 0) + count;
    }
    const { found } = await searchStreams(admin, tenant, matches);
    messages += await purgeMessages(admin.manager, found);

    const left = await searchTexts(database, tables, tenant, terms);
    const after = await searchStreams(admin, tenant, matches);
    if (Object.keys(left).length === 0 && after.found.length === 0) return { rows, messages, searched: extent(tables, after.searched) };
    if (pass === PASSES - 1)
      throw new Refusal(
        `Something goes on writing of the person: ${[...Object.keys(left), ...after.found.map(({ stream }) => stream)].join(', ')}. Run the command again.`,
      );
  }
  throw new Error('unreachable');
}

function extent(tables: readonly TextTable[], messages: number): Searched {
  return { tables: tables.length, columns: tables.reduce((sum, { columns }) => sum + columns.length, 0), messages };
}
