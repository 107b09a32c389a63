import type { Database } from '@psa/postgres-kit';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { AccountingConnectionsTable, AccountingOAuthStatesTable } from './accounting-connection.tables.ts';

export const QUICKBOOKS = 'quickbooks';

export type AccountingConnectionRow = Selectable<AccountingConnectionsTable>;
type OAuthStateRow = Selectable<AccountingOAuthStatesTable>;
type Changes = Omit<Updateable<AccountingConnectionsTable>, 'tenant' | 'provider'>;

/** Where the tokens are sealed. */
export const TOKENS_PLACE = { table: 'accounting_connections', column: 'sealed_tokens', row: QUICKBOOKS };

export function findConnection(db: Db): Promise<AccountingConnectionRow | undefined> {
  return db.selectFrom('accounting_connections').selectAll().where('provider', '=', QUICKBOOKS).executeTakeFirst();
}

export function lockConnection(tx: Tx): Promise<AccountingConnectionRow | undefined> {
  return tx.selectFrom('accounting_connections').selectAll().where('provider', '=', QUICKBOOKS).forUpdate().executeTakeFirst();
}

/** Writes the connection, with a new version. */
export function upsertConnection(
  tx: Tx,
  row: Pick<AccountingConnectionRow, 'connection_id' | 'realm_id' | 'display_name' | 'sealed_tokens'> & Changes,
): Promise<AccountingConnectionRow> {
  const values = { status: 'active' as const, error: null, refresh_lease_until: null, last_validated_at: sql<string>`now()`, ...row };
  return tx
    .insertInto('accounting_connections')
    .values({ provider: QUICKBOOKS, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'provider']).doUpdateSet({
        ...values,
        last_validated_at: sql`excluded.last_validated_at`,
        version: sql`accounting_connections.version + 1`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks the connection as ended. @returns the row before, undefined when there was none to end */
export async function endConnection(tx: Tx): Promise<AccountingConnectionRow | undefined> {
  const row = await lockConnection(tx);
  if (row === undefined || row.sealed_tokens === null) return undefined;
  await tx
    .updateTable('accounting_connections')
    .set({
      status: 'disconnected',
      sealed_tokens: null,
      token_expires_at: null,
      refresh_expires_at: null,
      refresh_lease_until: null,
      error: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('provider', '=', QUICKBOOKS)
    .execute();
  return row;
}

/** Raises the version of the locked connection, for what belongs to it. @returns the new version */
export async function raiseVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .updateTable('accounting_connections')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('provider', '=', QUICKBOOKS)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Takes the right to renew tokens, unless another process has it or they were renewed already. @returns whether it was taken */
export async function leaseRefresh(tx: Tx, sealedTokens: string, seconds: number): Promise<boolean> {
  const row = await tx
    .updateTable('accounting_connections')
    .set({ refresh_lease_until: sql`now() + make_interval(secs => ${seconds})` })
    .where('provider', '=', QUICKBOOKS)
    .where('sealed_tokens', '=', sealedTokens)
    .where(sql<boolean>`(refresh_lease_until is null or refresh_lease_until < now())`)
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes the outcome of a call, as long as the connection has the same tokens. @returns whether it has */
export async function updateConnection(tx: Tx, sealedTokens: string, changes: Changes): Promise<boolean> {
  const row = await tx
    .updateTable('accounting_connections')
    .set({ ...changes, updated_at: sql`now()` })
    .where('provider', '=', QUICKBOOKS)
    .where('sealed_tokens', '=', sealedTokens)
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps an attempt to connect, and removes those of the tenant that have expired long ago. */
export async function insertState(tx: Tx, row: Omit<OAuthStateRow, 'tenant' | 'created_at'>): Promise<void> {
  await tx
    .deleteFrom('accounting_oauth_states')
    .where(sql<boolean>`expires_at < now() - interval '1 day'`)
    .execute();
  await tx.insertInto('accounting_oauth_states').values(row).execute();
}

/** Uses up a state of a user. */
export function takeState(tx: Tx, state_hash: string, user_id: string): Promise<OAuthStateRow | undefined> {
  return tx
    .deleteFrom('accounting_oauth_states')
    .where('state_hash', '=', state_hash)
    .where('user_id', '=', user_id)
    .where('provider', '=', QUICKBOOKS)
    .returningAll()
    .executeTakeFirst();
}

/** Notes up to when changes at the provider were read. */
export async function updateChangesReadUntil(tx: Tx, until: string): Promise<void> {
  await tx.updateTable('accounting_connections').set({ changes_read_until: until }).where('provider', '=', QUICKBOOKS).execute();
}

/** Tenants that are connected to a company. @param workerDatabase sees those of every tenant */
export async function tenantsConnectedTo(workerDatabase: Database, realmId: string): Promise<string[]> {
  const rows = await workerDatabase.query<{ tenant: string }>(
    `select tenant from accounting_connections where provider = $1 and realm_id = $2 and status <> 'disconnected'`,
    [QUICKBOOKS, realmId],
  );
  return rows.map(({ tenant }) => tenant);
}
