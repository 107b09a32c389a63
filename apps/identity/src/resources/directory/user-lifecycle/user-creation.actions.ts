import { type CreateUser, identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { sendLink } from '../../authentication/account-mail/account-mail.actions.ts';
import { audit } from '../../audit/audit.ts';
import { requireSeat, takesSeat } from '../licence/seat.rules.ts';
import { hashPassword } from '../../authentication/password/password-hash.ts';
import { requireGoodPassword } from '../../authentication/password/password.rules.ts';
import { requireManager } from '../user/reporting-line.references.ts';
import { userScopeOf } from '../user/user-scope.access.ts';
import { requireClient, takenBy } from '../user/user.references.ts';
import { giveRoles, requireMayGive } from '../user/user-role.actions.ts';
import { insertUnlessTaken, type UserRow } from '../user/user.records.ts';
import { requireTwoFactorUntouched, typeOfNew } from '../user/user.rules.ts';
import { userFacts } from '../user/user.view.ts';

/** Creates a user; without a password they are invited to choose one. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when taken or all seats are */
export async function createUser(db: Db, ports: Ports, principal: Principal, input: CreateUser): Promise<string> {
  // Ahead of the transaction: it takes longer than all the rest.
  const password_hash = await hashOf(ports, input);
  const { user_id } = await db.transaction(async (tx) => {
    const user = await addUser(tx, ports, principal, input, password_hash);
    if (password_hash === null) await sendLink(tx, ports, user, 'invitation');
    return user;
  });
  return user_id;
}

/** The hash of the password a new user is given; null when they are given none. @throws VALIDATION_ERROR naming the password */
export async function hashOf({ passwordComposition }: Ports, { password, username, email }: CreateUser): Promise<string | null> {
  if (password === undefined) return null;
  requireGoodPassword(password, 'password', { username, email }, passwordComposition);
  return hashPassword(password);
}

/** Adds a user within a transaction, all or nothing: no statement of it fails where a rule could have said no. */
export async function addUser(
  tx: Tx,
  ports: Ports,
  principal: Principal,
  input: CreateUser,
  password_hash: string | null,
): Promise<UserRow> {
  const audience = userScopeOf(principal);
  requireTwoFactorUntouched(input.two_factor_enabled, false);
  const { role_ids = [], password: _, two_factor_enabled: __, ...fields } = input;
  const user = {
    ...fields,
    user_id: uuidv7(),
    password_hash,
    user_type: typeOfNew(input.user_type, audience),
    is_inactive: input.is_inactive ?? false,
  };
  const client_id = await requireClient(tx, ports, audience, user);
  if (user.reports_to) await requireManager(tx, undefined, user.reports_to);
  await requireMayGive(tx, principal, user.user_type, role_ids);
  if (takesSeat(user)) await requireSeat(tx);
  const row = await insertUnlessTaken(tx, { ...user, client_id });
  if (row === undefined) throw await takenBy(tx, user);
  audit(tx, { event_type: 'user_created', record_id: row.user_id, subject_user_id: row.user_id, after: row });
  await giveRoles(tx, row.user_id, role_ids);
  emit(tx, identityEvents.userCreated, userFacts(row), row.version);
  return row;
}
