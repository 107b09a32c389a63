import { addToRowCount, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../clients-app.ts';
import type { ClientsTable, Tables } from '../../tables.ts';
import { deletePicture } from '../picture/picture.records.ts';

export type ClientRecord = Selectable<ClientsTable>;
/** A row of clients with the name of its account manager. */
export type ClientRow = ClientRecord & { account_manager_full_name: string | null };
export type ClientWrite = Omit<Insertable<ClientsTable>, 'version' | 'created_at' | 'updated_at'>;

/** Clients with their account managers' names: the base of every read. */
export function clientRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('clients')
    .leftJoin('user_replicas', (join) =>
      join
        .onRef('user_replicas.tenant', '=', 'clients.tenant')
        .onRef('user_replicas.user_id', '=', 'clients.account_manager_id')
        .on('user_replicas.is_deleted', '=', false),
    )
    .selectAll('clients')
    .select('user_replicas.full_name as account_manager_full_name');
}

const findStatement = statement<Tables>()((db, p: { client_id: string }) => clientRows(db).where('clients.client_id', '=', p.client_id));

export function findClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  return db.first(findStatement, { client_id: clientId });
}

/** Those of the ids that are of clients. */
export async function existingClients(db: Db, clientIds: readonly string[]): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await db.selectFrom('clients').select('client_id').where('client_id', 'in', clientIds).execute();
  return new Set(rows.map(({ client_id }) => client_id));
}

/** Reads a client and keeps others from changing it or its locations until the transaction ends. */
export async function lockClient(tx: Tx, clientId: string): Promise<ClientRecord | undefined> {
  return tx.selectFrom('clients').selectAll().where('client_id', '=', clientId).forUpdate().executeTakeFirst();
}

const insertStatement = statement<Tables>()((db, p: ClientWrite) =>
  db
    .insertInto('clients')
    .values({
      client_id: p.client_id,
      client_name: p.client_name,
      billing_cycle: p.billing_cycle,
      phone_no: p.phone_no,
      email: p.email,
      url: p.url,
      address: p.address,
      client_type: p.client_type,
      tax_id_number: p.tax_id_number,
      notes: p.notes,
      properties: p.properties,
      payment_terms: p.payment_terms,
      credit_limit: p.credit_limit,
      preferred_payment_method: p.preferred_payment_method,
      auto_invoice: p.auto_invoice,
      invoice_delivery_method: p.invoice_delivery_method,
      region_code: p.region_code,
      is_tax_exempt: p.is_tax_exempt,
      tax_exemption_certificate: p.tax_exemption_certificate,
      timezone: p.timezone,
      invoice_template_id: p.invoice_template_id,
      billing_contact_id: p.billing_contact_id,
      billing_email: p.billing_email,
      account_manager_id: p.account_manager_id,
      is_inactive: p.is_inactive,
      tags: p.tags,
    })
    // A failed statement would end the transaction, in which the client of this name is looked up next.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
);

/** Members left out become null. @returns undefined when the name is taken */
export async function insertClient(tx: Tx, client: ClientWrite): Promise<ClientRecord | undefined> {
  const row = await tx.first(insertStatement, client);
  if (row !== undefined) addToRowCount(tx, 'clients', 1);
  return row;
}

/** The client of a name, whatever its case. */
export async function findClientIdByName(db: Db, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('clients')
    .select('client_id')
    .where(sql<boolean>`lower(client_name) = lower(${name})`)
    .executeTakeFirst();
  return found?.client_id;
}

/** Writes the changes and raises the version. */
export async function updateClientRow(tx: Tx, clientId: string, changes: Updateable<ClientsTable>): Promise<ClientRecord> {
  return tx
    .updateTable('clients')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Raises the version without changing the client itself: one of its locations has changed. @returns the new version */
export async function touchClient(tx: Tx, clientId: string): Promise<number> {
  const { version } = await tx
    .updateTable('clients')
    .set({ version: sql`version + 1` })
    .where('client_id', '=', clientId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** How many clients have their invoices sent to a contact. */
export async function countClientsBilledTo(db: Db, contactId: string, exceptClientId?: string): Promise<number> {
  const { rows } = await db
    .selectFrom('clients')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('billing_contact_id', '=', contactId)
    .$if(exceptClientId !== undefined, (clients) => clients.where('client_id', '<>', exceptClientId as string))
    .executeTakeFirstOrThrow();
  return rows;
}

/** Has the invoices of clients sent to another contact. @returns the clients that changed */
export function billOtherContact(tx: Tx, contactId: string, otherId: string): Promise<ClientRecord[]> {
  return tx
    .updateTable('clients')
    .set({ billing_contact_id: otherId, version: sql`version + 1`, updated_at: sql`now()` })
    .where('billing_contact_id', '=', contactId)
    .returningAll()
    .execute();
}

/** Deletes a client; its locations go by foreign keys. */
export async function deleteClientRow(tx: Tx, clientId: string): Promise<void> {
  await deletePicture(tx, clientId);
  await tx.deleteFrom('clients').where('client_id', '=', clientId).execute();
  addToRowCount(tx, 'clients', -1);
}

/** Notes the credit of a client, unless something newer is known. What billing says of a client is no change of the client. */
export async function keepCreditBalance(tx: Tx, clientId: string, balance: number, version: number): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ credit_balance: balance, credit_version: version })
    .where('client_id', '=', clientId)
    .where('credit_version', '<', version)
    .execute();
}
