import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../../identity-app.ts';
import type { TeamPermissionsTable } from '../../../../tables.ts';

export type TeamPermissionRecord = Selectable<TeamPermissionsTable>;
/** A grant with the permission it is of. */
export type TeamPermissionRow = TeamPermissionRecord & { resource: string; action: string; msp: boolean; client: boolean };

/** What a team was granted and has not ended, by resource and action; no team has a permission twice. */
export function findStandingGrants(db: Db, teamId: string): Promise<TeamPermissionRow[]> {
  return db
    .selectFrom('team_permissions')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.tenant', '=', 'team_permissions.tenant')
        .onRef('permissions.permission_id', '=', 'team_permissions.permission_id'),
    )
    .selectAll('team_permissions')
    .select(['permissions.resource', 'permissions.action', 'permissions.msp', 'permissions.client'])
    .where('team_permissions.team_id', '=', teamId)
    .where('team_permissions.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('team_permissions.expires_at', 'is', null), eb('team_permissions.expires_at', '>', sql<string>`now()`)]))
    .orderBy('permissions.resource')
    .orderBy('permissions.action')
    .execute();
}

export function insertGrant(
  tx: Tx,
  grant: { team_permission_id: string; team_id: string; permission_id: string; granted_by: string; expires_at: string | null },
): Promise<TeamPermissionRecord> {
  return tx.insertInto('team_permissions').values(grant).returningAll().executeTakeFirstOrThrow();
}

/** Ends a team's grants of a permission; one that had expired ended then. @returns those that had not */
export async function endGrants(tx: Tx, teamId: string, permissionId: string, only?: 'expired'): Promise<TeamPermissionRecord[]> {
  let ending = tx
    .updateTable('team_permissions')
    .set({ revoked_at: sql`least(now(), expires_at)` })
    .where('team_id', '=', teamId)
    .where('permission_id', '=', permissionId)
    .where('revoked_at', 'is', null);
  if (only === 'expired') ending = ending.where('expires_at', '<=', sql<string>`now()`);
  const ended = await ending.returningAll().execute();
  return ended.filter(({ expires_at, revoked_at }) => expires_at !== revoked_at);
}
