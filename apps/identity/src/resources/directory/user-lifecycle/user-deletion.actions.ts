import { inUse, invalidField } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { revokeApiKey } from '../../authentication/api-key/api-key.actions.ts';
import { listLiveKeysOf } from '../../authentication/api-key/api-key.records.ts';
import { audit } from '../../audit/audit.ts';
import { removeTeamMember } from '../team/team-member/team-member.actions.ts';
import { revokeSessions } from '../../authentication/session/session.actions.ts';
import { endReportsTo, anonymizeUser, listLedTeams, listTeamsOf } from '../user/anonymize-user.records.ts';
import { requireOtherAdmin } from '../user/last-admin.rules.ts';
import { requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { findUser, lockUser } from '../user/user.records.ts';
import { userFacts } from '../user/user.view.ts';
import type { OpenWork } from '../../../ports/team-work.ts';

/**
 * Forgets a person: nothing personal stays, nobody can act as them, and what they did still has somebody to refer to. The clients and desk services are asked before the transaction, which locks the access of the whole tenant and must not wait for
 * it. A client given to them between its answer and the commit is seen by that service, which hears of the deletion.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR for oneself, CONFLICT for the last administrator and for who leads a team, looks after a client or has open work
 */
export async function deleteUser(db: Db, ports: Ports, principal: Principal, userId: string, accepted?: Accepted): Promise<void> {
  const scope = userScopeOf(principal);
  demandVersion(accepted, requireUser(await findUser(db, userId, scope)).version);
  if (userId === principal.userId) throw invalidField('id', 'is your own: somebody else has to delete you', 'self');
  const duties = await countDuties(db, ports, userId);
  await db.transaction(async (tx) => {
    const user = requireUser(await lockUser(tx, userId, scope));
    demandVersion(accepted, user.version);
    await withdrawUser(tx, userId, duties);
    const row = await anonymizeUser(tx, user);
    audit(tx, { event_type: 'user_deleted', record_id: userId, subject_user_id: userId, before: user });
    emit(tx, identityEvents.userDeleted, { user_id: userId }, row.version);
  });
}

/** What other services have given a user to do. */
export interface Duties {
  /** Clients they look after. */
  readonly managed: number;
  readonly work: OpenWork;
}

/** Asks the other services. Call it outside of a transaction. */
export async function countDuties(db: Db, ports: Ports, userId: string): Promise<Duties> {
  const [managed, work] = await Promise.all([
    ports.clients.countManagedBy(db.context, userId),
    ports.teamWork.countOpenWork(db.context, userId),
  ]);
  return { managed, work };
}

/**
 * Ends everything a user takes part in: sessions, keys, teams and who reports to them.
 * @throws CONFLICT for the last administrator, and while the user still has open work or manages clients
 */
export async function withdrawUser(tx: Tx, userId: string, { managed, work }: Duties): Promise<void> {
  await requireOtherAdmin(tx, userId);
  await requireReplaceable(tx, userId, managed, work);
  await revokeSessions(tx, { userId, reason: 'security' });
  for (const apiKeyId of await listLiveKeysOf(tx, userId)) await revokeApiKey(tx, apiKeyId);
  for (const teamId of await listTeamsOf(tx, userId)) await removeTeamMember(tx, teamId, userId);
  for (const report of await endReportsTo(tx, userId)) emit(tx, identityEvents.userUpdated, userFacts(report), report.version);
}

function assigned(type: string, count: number, one: string, many: string) {
  return count > 0 ? [{ type, count, label: count === 1 ? one : many }] : [];
}

/** @throws CONFLICT naming what somebody else has to take over first */
async function requireReplaceable(tx: Tx, userId: string, managed: number, work: OpenWork): Promise<void> {
  const teams = await listLedTeams(tx, userId);
  const dependencies = [
    ...(teams.length > 0
      ? [{ type: 'team', count: teams.length, label: teams.length === 1 ? 'Team they lead' : 'Teams they lead', ids: teams }]
      : []),
    ...(managed > 0
      ? [{ type: 'client', count: managed, label: managed === 1 ? 'Client they look after' : 'Clients they look after' }]
      : []),
    ...assigned('ticket', work.tickets, 'Open ticket assigned to them', 'Open tickets assigned to them'),
    ...assigned('project', work.projects, 'Open project they lead', 'Open projects they lead'),
    ...assigned('project_task', work.project_tasks, 'Open task assigned to them', 'Open tasks assigned to them'),
  ];
  if (dependencies.length > 0) throw inUse('Somebody else has to take over first', dependencies);
}
