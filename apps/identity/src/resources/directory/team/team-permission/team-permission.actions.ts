import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type GrantTeamPermission, teamEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '@psa/http-kit';
import type { Db } from '../../../../identity-app.ts';
import { audit } from '../../../audit/audit.ts';
import { findPermission, findPermissionByPair } from '../../../access/grant/permission.records.ts';
import { requireMayGrant } from '../../../access/grant-check/grant.access.ts';
import { nameOf } from '../../../access/grant/grant.rules.ts';
import { lockAcceptedTeam } from '../change-team.actions.ts';
import { updateTeamRow } from '../team.records.ts';
import { endGrants, findStandingGrants, insertGrant, type TeamPermissionRow } from './team-permission.records.ts';
import { pairOf, requireToCome } from './team-permission.rules.ts';

/**
 * Lets the members of a team do more.
 * @throws NOT_FOUND, VALIDATION_ERROR for an unknown permission or an end that has passed, FORBIDDEN for what the caller does not
 * hold, or not for as long, CONFLICT when the team has it
 */
export function grantTeamPermission(db: Db, caller: Principal, teamId: string, input: GrantTeamPermission): Promise<TeamPermissionRow> {
  const { resource, action } = pairOf(input);
  const expires_at = input.expires_at ?? null;
  requireToCome(expires_at, Date.now());
  return db.transaction(async (tx) => {
    await lockAcceptedTeam(tx, teamId);
    const permission = await findPermissionByPair(tx, resource, action);
    if (permission === undefined || !permission.msp)
      throw invalidField('resource', `${resource}:${action} is not a permission a team can have`, 'unknown_reference');
    await requireMayGrant(tx, caller, [{ ...permission, until: expires_at }]);
    const { permission_id, msp, client } = permission;
    await endGrants(tx, teamId, permission_id, 'expired');
    if ((await findStandingGrants(tx, teamId)).some((grant) => grant.permission_id === permission_id))
      throw conflict('The team has the permission already');
    const row = await insertGrant(tx, {
      team_permission_id: uuidv7(),
      team_id: teamId,
      permission_id,
      granted_by: caller.userId,
      expires_at,
    });
    const { version } = await updateTeamRow(tx, teamId, {}, 1);
    const name = nameOf(permission);
    emit(tx, teamEvents.permissionGranted, { team_id: teamId, permission_id, permission: name, expires_at }, version);
    audit(tx, {
      event_type: 'team_permission_granted',
      record_id: teamId,
      after: row,
      details: { permission_id, permission: name, expires_at },
    });
    return { ...row, resource, action, msp, client };
  });
}

/** Takes a permission back from a team. @throws NOT_FOUND when it does not have it */
export function revokeTeamPermission(db: Db, teamId: string, permissionId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAcceptedTeam(tx, teamId);
    const permission = await findPermission(tx, permissionId);
    const [ended] = await endGrants(tx, teamId, permissionId);
    if (permission === undefined || ended === undefined) throw notFound('Team permission');
    const { version } = await updateTeamRow(tx, teamId, {}, 1);
    const name = nameOf(permission);
    emit(tx, teamEvents.permissionRevoked, { team_id: teamId, permission_id: permissionId, permission: name }, version);
    audit(tx, {
      event_type: 'team_permission_revoked',
      record_id: teamId,
      before: ended,
      details: { permission_id: permissionId, permission: name },
    });
  });
}
