import { conflict } from '@psa/contract-kit';
import { type CloneRole, identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { userFacts } from '../../directory/user/user.view.ts';
import { assignRoleTo, findUsersOfRole, touchUsers } from './role-assignment.records.ts';
import { addRole, fittingOf, lockAccepted } from './role.actions.ts';
import type { RoleRecord } from './role.records.ts';

/** Each of them is told of by an event of its own, all in one transaction. */
const MOST_USERS = 1000;

/**
 * Copies a role, with what it allows and with the users who have it as asked.
 * @param granter the caller
 * @throws NOT_FOUND, FORBIDDEN when it allows more than the caller holds, CONFLICT when the name is taken or too many have it
 */
export function cloneRole(db: Db, granter: Principal, roleId: string, input: CloneRole): Promise<RoleRecord> {
  return db.transaction(async (tx) => {
    const source = await lockAccepted(tx, roleId);
    const { msp, client } = source;
    const users = input.copy_user_assignments ? await findUsersOfRole(tx, roleId, MOST_USERS + 1) : [];
    if (users.length > MOST_USERS) throw conflict(`A copy takes over at most ${MOST_USERS} users`);
    const role = await addRole(
      tx,
      granter,
      {
        role_name: input.new_role_name,
        description: input.new_description ?? `Cloned from ${source.role_name}`,
        is_template: false,
        msp,
        client,
      },
      input.copy_permissions ? await fittingOf(tx, roleId, source) : [],
    );
    await takeOverUsers(tx, role.role_id, users);
    return role;
  });
}

async function takeOverUsers(tx: Tx, roleId: string, userIds: readonly string[]): Promise<void> {
  await assignRoleTo(tx, roleId, userIds);
  for (const user of await touchUsers(tx, userIds)) {
    emit(tx, identityEvents.userUpdated, userFacts(user), user.version);
    audit(tx, { event_type: 'role_assigned', record_id: user.user_id, subject_user_id: user.user_id, details: { role_id: roleId } });
  }
}
