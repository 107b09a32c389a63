import { tenantId, type TenantId } from '@psa/contract-kit';
import { type Database, statement } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { Tables, UsersTable } from '../../../tables.ts';

/** A user who may be meant by an address. */
export interface Candidate {
  readonly tenant: TenantId;
  readonly user_id: string;
  readonly user_type: string;
}

const CANDIDATES = 'select tenant_id, user_id, user_type from sign_in_candidates($1, $2)';

/**
 * Active users with an e-mail address, of all tenants that are not suspended.
 * @param email in lower case
 * @param tenant slug to narrow to, or the first and last six digits of the tenant's id
 */
export async function findCandidates(database: Database, email: string, tenant: string | null): Promise<Candidate[]> {
  type Row = Omit<Candidate, 'tenant'> & { readonly tenant_id: string };
  const { rows } = await database.pool.query<Row>({ ...database.named(CANDIDATES), values: [email, tenant] });
  return rows.map(({ tenant_id, user_id, user_type }) => ({ tenant: tenantId(tenant_id), user_id, user_type }));
}

const findStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db.selectFrom('users').select(['user_id', 'password_hash']).where('user_id', '=', p.user_id).where('is_inactive', '=', false),
);

export function findPasswordHash(db: Db, userId: string): Promise<{ user_id: string; password_hash: string | null } | undefined> {
  return db.first(findStatement, { user_id: userId });
}

/** A user with the hash of their password. */
export type SignInUser = Selectable<UsersTable>;

export async function findEmail(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('users').select('email').where('user_id', '=', userId).executeTakeFirst())?.email;
}

/** Reads a user and keeps others from changing them, or signing them in, until the transaction ends. */
export function lockSignInUser(tx: Tx, userId: string): Promise<SignInUser | undefined> {
  return tx.selectFrom('users').selectAll().where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Notes on the user how they signed in last. It is no change of the user that others are told of. */
export async function noteSignIn(tx: Tx, userId: string, method: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ last_login_at: sql`now()`, last_login_method: method })
    .where('user_id', '=', userId)
    .execute();
}

export async function replacePasswordHash(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('user_id', '=', userId).execute();
}

const SLUG = 'select slug from tenants where tenant_id = $1 and suspended_at is null';

/** Short name of the tenant; undefined when it is suspended. */
export async function findTenantSlug(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ slug: string }>({ text: SLUG, name: 'psa_tenant_slug' }, [db.tenant]);
  return rows[0]?.slug;
}
