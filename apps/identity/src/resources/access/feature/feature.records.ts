import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { FeatureSettingsTable } from '../../../tables.ts';

export type FeatureSetting = Selectable<FeatureSettingsTable>;

/** All the tenant has set: one row a feature at most. */
export function findFeatureSettings(db: Db): Promise<FeatureSetting[]> {
  return db.selectFrom('feature_settings').selectAll().execute();
}

export function findFeatureSetting(db: Db, featureName: string): Promise<FeatureSetting | undefined> {
  return db.selectFrom('feature_settings').selectAll().where('feature_name', '=', featureName).executeTakeFirst();
}

export function lockFeatureSetting(tx: Tx, featureName: string): Promise<FeatureSetting | undefined> {
  return tx.selectFrom('feature_settings').selectAll().where('feature_name', '=', featureName).forUpdate().executeTakeFirst();
}

export function putFeatureSetting(
  tx: Tx,
  featureName: string,
  set: { is_enabled: boolean; required_role_ids: string[] },
): Promise<FeatureSetting> {
  return tx
    .insertInto('feature_settings')
    .values({ feature_name: featureName, ...set })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'feature_name'])
        .doUpdateSet({ ...set, version: sql`feature_settings.version + 1`, updated_at: sql`excluded.updated_at` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Names of the features that demand a role. */
export async function findFeaturesDemanding(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('feature_settings')
    .select('feature_name')
    .where(sql<boolean>`required_role_ids @> array[${roleId}::uuid]`)
    .orderBy('feature_name')
    .execute();
  return rows.map(({ feature_name }) => feature_name);
}

/** Names of roles, by their ids; those that are not there are left out. */
export async function findRoleNames(db: Db, roleIds: readonly string[]): Promise<Map<string, string>> {
  if (roleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('roles')
    .select(['role_id', 'role_name'])
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val([...roleIds]))))
    .execute();
  return new Map(rows.map(({ role_id, role_name }) => [role_id, role_name]));
}

/** Which of the roles a user has. */
export async function findRolesHad(db: Db, userId: string, roleIds: readonly string[]): Promise<Set<string>> {
  if (roleIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('user_roles')
    .select('role_id')
    .where('user_id', '=', userId)
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val([...roleIds]))))
    .execute();
  return new Set(rows.map(({ role_id }) => role_id));
}
