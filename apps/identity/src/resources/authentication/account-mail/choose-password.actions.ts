import { ApiError } from '@psa/contract-kit';
import type { ChoosePassword } from '@psa/contracts-identity';
import { type RequestInfo, requestOrigin } from '@psa/http-kit';
import { type Ports, tenantDb } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { changedAccess } from '../../directory/user/changed-access.ts';
import { hashPassword } from '../password/password-hash.ts';
import { requireLength, requireGoodPassword, requireSamePassword } from '../password/password.rules.ts';
import { sendNotice } from './account-mail.actions.ts';
import { admit } from './account-limits.ts';
import { isSecretOf, parseToken, type TokenParts } from './account-token.ts';
import { findUsableToken, lockUsableToken, type TokenPurpose, type UsableToken, useTokensOf } from './account-token.records.ts';

/** One answer for every reason there is: unknown, used, too old, of somebody who may not sign in. */
export function badLink(): ApiError {
  return new ApiError('BAD_REQUEST', 'The link is no longer good: it was used before, or it is too old');
}

/**
 * Sets the password of whoever was sent the link, once. Their sessions end, and all other links of theirs.
 * @throws BAD_REQUEST for the link, VALIDATION_ERROR for the password, which leaves the link as it is, RATE_LIMITED
 */
export async function choosePassword(ports: Ports, request: RequestInfo, purpose: TokenPurpose, input: ChoosePassword): Promise<void> {
  const { token: text, new_password, confirm_password } = input;
  const origin = requestOrigin(request.headers);
  await admit(ports.database, { chosen_from: origin.address });
  const parts = parseToken(text);
  if (parts === undefined) throw badLink();
  const asService = tenantDb(ports, parts.tenant, { actor: { id: 'identity', type: 'system' }, correlationId: request.id, origin });
  const token = genuine(parts, purpose, await findUsableToken(asService, parts.tokenId));
  requireLength(new_password, 'new_password');
  requireSamePassword(new_password, confirm_password);
  requireGoodPassword(new_password, 'new_password', token, ports.passwordComposition);
  const password_hash = await hashPassword(new_password);

  const asUser = tenantDb(ports, parts.tenant, { actor: { id: token.user_id, type: 'user' }, correlationId: request.id, origin });
  await asUser.transaction(async (tx) => {
    // Used by somebody else while the hash was made?
    genuine(parts, purpose, await lockUsableToken(tx, parts.tokenId));
    await useTokensOf(tx, token.user_id);
    const user = await changedAccess(tx, token, { password_hash, password_changed_at: new Date().toISOString() });
    audit(tx, {
      event_type: purpose === 'invitation' ? 'invitation_accepted' : 'password_reset',
      record_id: token.user_id,
      subject_user_id: token.user_id,
    });
    if (purpose === 'password_reset') await sendNotice(tx, user, 'password_changed');
  });
}

/** Whether a link may still be used, for the page it leads to. Looking at it is no use of it: programs that read mails do. */
export async function isGoodLink(ports: Ports, request: RequestInfo, purpose: TokenPurpose, text: string | undefined): Promise<boolean> {
  const parts = parseToken(text ?? '');
  if (parts === undefined) return false;
  const db = tenantDb(ports, parts.tenant, { actor: { id: 'identity', type: 'system' }, correlationId: request.id });
  const found = await findUsableToken(db, parts.tokenId);
  return found !== undefined && found.purpose === purpose && isSecretOf(parts.secret, found.secret_hash);
}

function genuine(parts: TokenParts, purpose: TokenPurpose, found: UsableToken | undefined): UsableToken {
  if (found === undefined || found.purpose !== purpose || !isSecretOf(parts.secret, found.secret_hash)) throw badLink();
  return found;
}
