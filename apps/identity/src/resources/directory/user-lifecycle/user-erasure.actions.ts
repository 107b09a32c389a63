import { type ErasedIdentity, erasedIdentity } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Db, Ports } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { anonymizeUser, type NeutralIdentity } from '../user/anonymize-user.records.ts';
import { requireUser } from '../user/user-scope.access.ts';
import { lockUserOrDeleted, updateUserRow } from '../user/user.records.ts';
import { userFacts } from '../user/user.view.ts';
import { countDuties, withdrawUser } from './user-deletion.actions.ts';

function identityOfErased(userId: string): NeutralIdentity {
  const { name, email } = erasedIdentity('user', userId);
  const [first_name = '', ...others] = name.split(' ');
  return { username: email.slice(0, email.indexOf('@')), email, first_name, last_name: others.join(' ') };
}

/**
 * Erases a person. Beyond a deletion, which lets other services go on showing the name, it gives every copy a neutral one: they hear of a
 * change of the user first, and of the deletion then. Also for a user who was deleted before; again, it changes nothing.
 * @throws NOT_FOUND, CONFLICT as the deletion does
 */
export async function eraseUser(db: Db, ports: Ports, userId: string): Promise<ErasedIdentity & { readonly user_id: string }> {
  const identity = identityOfErased(userId);
  const duties = await countDuties(db, ports, userId);
  await db.transaction(async (tx) => {
    const user = requireUser(await lockUserOrDeleted(tx, userId));
    if (user.deleted_at !== null && user.username === identity.username) return;
    if (user.deleted_at === null) await withdrawUser(tx, userId, duties);
    const renamed = await updateUserRow(tx, userId, { ...identity, timezone: null, is_inactive: true });
    emit(tx, identityEvents.userUpdated, userFacts(renamed), renamed.version);
    const row = await anonymizeUser(tx, renamed, identity);
    audit(tx, { event_type: 'user_deleted', record_id: userId, subject_user_id: userId, before: user, details: { erased: true } });
    emit(tx, identityEvents.userDeleted, { user_id: userId }, row.version);
  });
  return { user_id: userId, ...erasedIdentity('user', userId) };
}
