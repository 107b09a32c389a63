import { type ApiError, assertNoDependencies, conflict, type Dependency, dependency, invalidField, notFound } from '@psa/contract-kit';
import { clientEvents, type CreateClient, type UpdateClient } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../clients-app.ts';
import { findUserName } from '../../replicas/user-replica.ts';
import { countContactsOfClient, findReferredContact } from '../contact/contact.records.ts';
import {
  type ClientRecord,
  type ClientRow,
  deleteClientRow,
  findClient,
  findClientIdByName,
  insertClient,
  lockClient,
  updateClientRow,
} from '../client/client.records.ts';
import { cascadeInactivation } from './inactivate-contacts.actions.ts';

/** Creates a client. @throws CONFLICT when the tenant has one of this name */
export function createClient(db: Db, input: CreateClient): Promise<ClientRow> {
  return db.transaction(async (tx) => {
    await requireBillingContact(tx, input.billing_contact_id, null);
    const row = await insertClient(tx, { ...asColumns(input), client_id: uuidv7() });
    if (row === undefined) throw nameTaken(await findClientIdByName(tx, input.client_name));
    emit(tx, clientEvents.created, facts(row), row.version);
    return withManager(tx, row);
  });
}

/** Changes a client. @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, CONFLICT when the name is taken */
export function updateClient(db: Db, clientId: string, input: UpdateClient, accepted?: Accepted): Promise<ClientRow> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockClient(tx, clientId), accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return withManager(tx, previous);
    await requireBillingContact(tx, changes.billing_contact_id, clientId);
    if (changes.client_name !== undefined) await assertNameIsFree(tx, changes.client_name, clientId);
    // Another transaction may take the name in between; which client that is cannot be read after a failed statement.
    const row = await updateClientRow(tx, clientId, asColumns(changes)).catch((error: unknown) => {
      throw violates(error, 'clients_name') ? nameTaken(undefined) : error;
    });
    emit(tx, clientEvents.updated, { ...facts(row), changed }, row.version);
    if (changes.is_inactive === true) await cascadeInactivation(tx, row);
    if (changes.is_inactive === false) emit(tx, clientEvents.reactivated, { client_id: row.client_id, with_people: false }, row.version);
    return withManager(tx, row);
  });
}

/**
 * Deletes a client and its locations.
 * The others are asked before the transaction, which must not hold a lock while it waits for them. What one of them creates
 * for the client between its answer and our commit is not seen here: `client.deleted` tells that service, which from then on
 * takes the client for gone.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while anything depends on it, SERVICE_UNAVAILABLE when that cannot be found out
 */
export async function deleteClient(db: Db, ports: Ports, clientId: string, accepted?: Accepted): Promise<void> {
  requireAccepted(await findClient(db, clientId), accepted);
  const [contacts, elsewhere] = await Promise.all([contactsOf(db, clientId), ports.dependents.ofClient(db.context, clientId)]);
  assertNoDependencies('client', [contacts, ...elsewhere]);
  await db.transaction(async (tx) => {
    const { client_id, version } = requireAccepted(await lockClient(tx, clientId), accepted);
    assertNoDependencies('client', [await contactsOf(tx, client_id)]);
    await deleteClientRow(tx, client_id);
    emit(tx, clientEvents.deleted, { client_id }, version + 1);
  });
}

async function contactsOf(db: Db, clientId: string): Promise<Dependency> {
  return dependency('contact', await countContactsOfClient(db, clientId), 'contact', 'contacts');
}

/** Invoices go to a contact of the client, or to one that is of no client, and it stays so until the transaction ends. */
async function requireBillingContact(tx: Tx, contactId: string | null | undefined, clientId: string | null): Promise<void> {
  if (!contactId) return;
  const contact = await findReferredContact(tx, contactId);
  if (contact === undefined) throw invalidField('billing_contact_id', 'is not a contact of this tenant', 'unknown_reference');
  if (contact.client_id !== null && contact.client_id !== clientId)
    throw invalidField('billing_contact_id', 'is a contact of another client', 'foreign_reference');
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export function requireAccepted(row: ClientRecord | undefined, accepted: Accepted): ClientRecord {
  if (row === undefined) throw notFound('Client');
  demandVersion(accepted, row.version);
  return row;
}

function asColumns<Input extends UpdateClient>({ properties, ...columns }: Input) {
  if (properties === undefined) return columns;
  return { ...columns, properties: properties === null ? null : JSON.stringify(properties) };
}

/** A client as reads give it. */
export async function withManager(tx: Tx, row: ClientRecord): Promise<ClientRow> {
  return { ...row, account_manager_full_name: await findUserName(tx, row.account_manager_id) };
}

/** @throws CONFLICT naming the other client of this name */
async function assertNameIsFree(tx: Tx, name: string, clientId: string): Promise<void> {
  const named = await findClientIdByName(tx, name);
  if (named !== undefined && named !== clientId) throw nameTaken(named);
}

function nameTaken(existingId: string | undefined): ApiError {
  return conflict('A client of this name exists already', [
    { code: 'duplicate', path: ['client_name'], message: 'is the name of another client', existing_id: existingId ?? null },
  ]);
}

/** What other services keep of a client. */
export function facts(row: ClientRecord) {
  const { client_id, client_name, is_inactive, tags, region_code, is_tax_exempt, payment_terms, billing_cycle, auto_invoice } = row;
  const billing = { region_code, is_tax_exempt, payment_terms, billing_cycle, auto_invoice };
  return { client_id, client_name, is_inactive, tags, ...billing, email: row.email, phone_no: row.phone_no };
}
