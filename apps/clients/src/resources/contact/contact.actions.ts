import { assertNoDependencies, conflict, type Dependency, dependency, notFound } from '@psa/contract-kit';
import { contactEvents, type CreateContact, type UpdateContact } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../clients-app.ts';
import { countClientsBilledTo } from '../client/client.records.ts';
import { claimEmails, releaseEmails } from './contact-email.records.ts';
import { addressesOf } from './contact-emails.rules.ts';
import { wantedColumns } from './contact-columns.references.ts';
import {
  type ContactChanges,
  type ContactRecord,
  type ContactRow,
  type ContactWrite,
  deleteContactRow,
  findContact,
  insertContacts,
  lockContact,
  updateContactRow,
} from './contact.records.ts';

/** Creates a contact. @throws VALIDATION_ERROR naming the member at fault, CONFLICT when an address is another contact's */
export function createContact(db: Db, input: CreateContact): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const columns = await wantedColumns(tx, input);
    const [row] = (await insertContacts(tx, [{ ...columns, contact_name_id: uuidv7() } as ContactWrite])) as [ContactRecord];
    await claim(tx, row, addressesOf(row));
    emit(tx, contactEvents.created, facts(row), row.version);
    return withClient(tx, row);
  });
}

/**
 * Changes a contact.
 * @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, VALIDATION_ERROR naming the member at fault,
 * CONFLICT when an address is another contact's
 */
export function updateContact(db: Db, contactId: string, input: UpdateContact, accepted?: Accepted): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockContact(tx, contactId), accepted);
    return withClient(tx, await changeContact(tx, previous, await wantedColumns(tx, input, previous)));
  });
}

/**
 * Deletes a contact. The others are asked before the transaction, which must not hold a lock while it waits for them.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while anything depends on it, SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function deleteContact(db: Db, ports: Ports, contactId: string, accepted?: Accepted): Promise<void> {
  requireAccepted(await findContact(db, contactId), accepted);
  assertNoDependencies('contact', await ports.dependents.ofContact(db.context, contactId));
  await db.transaction(async (tx) => {
    const { version } = requireAccepted(await lockContact(tx, contactId), accepted);
    assertNoDependencies('contact', [billedClients(await countClientsBilledTo(tx, contactId))]);
    await deleteContactRow(tx, contactId);
    emit(tx, contactEvents.deleted, { contact_name_id: contactId }, version + 1);
  });
}

/** Writes what differs of a locked contact and tells of it. @returns the contact, the same when nothing does */
export async function changeContact(tx: Tx, previous: ContactRecord, wanted: ContactChanges): Promise<ContactRecord> {
  const changes = changedMembers(previous, wanted);
  const changed = Object.keys(changes);
  if (changed.length === 0) return previous;
  // Whoever decides anew takes the decision from the client's inactivation.
  const forget =
    previous.inactive_with_client && ('is_inactive' in changes || 'client_id' in changes) ? { inactive_with_client: false } : {};
  const row = await updateContactRow(tx, previous.contact_name_id, { ...changes, ...forget });
  const [before, after] = [addressesOf(previous), addressesOf(row)];
  await releaseEmails(
    tx,
    row.contact_name_id,
    before.filter((email) => !after.includes(email)),
  );
  await claim(
    tx,
    row,
    after.filter((email) => !before.includes(email)),
  );
  if ('client_id' in changes) await assertGetsNoInvoicesOfOthers(tx, row);
  emit(tx, contactEvents.updated, { ...facts(row), changed }, row.version);
  return row;
}

/** A contact of one client must not get the invoices of another. @throws CONFLICT */
export async function assertGetsNoInvoicesOfOthers(tx: Tx, { contact_name_id, client_id }: ContactRecord): Promise<void> {
  if (client_id === null) return;
  assertNoDependencies('contact', [billedClients(await countClientsBilledTo(tx, contact_name_id, client_id))]);
}

function billedClients(count: number): Dependency {
  return dependency('client', count, 'client whose invoices it gets', 'clients whose invoices it gets');
}

/** What other services keep of a contact. */
export function facts({ contact_name_id, full_name, email, client_id, is_inactive, tags }: ContactRecord) {
  return { contact_name_id, full_name, email, client_id, is_inactive, tags };
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export function requireAccepted<Row extends ContactRecord>(row: Row | undefined, accepted: Accepted): Row {
  if (row === undefined) throw notFound('Contact');
  demandVersion(accepted, row.version);
  return row;
}

async function claim(tx: Tx, row: ContactRecord, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const taken = await claimEmails(
    tx,
    emails.map((email) => ({ email, contact_name_id: row.contact_name_id })),
  );
  if (taken.length === 0) return;
  throw conflict(
    'Another contact has this e-mail address',
    taken.map((email) => {
      const index = row.additional_email_addresses.findIndex(({ email_address }) => email_address === email);
      const path = index === -1 ? ['email'] : ['additional_email_addresses', index, 'email_address'];
      return { code: 'duplicate', path, message: 'is the address of another contact' };
    }),
  );
}

async function withClient(tx: Tx, row: ContactRecord): Promise<ContactRow> {
  return row.client_id === null ? { ...row, client_name: null } : ((await findContact(tx, row.contact_name_id)) as ContactRow);
}
