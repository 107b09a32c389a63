import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { insertMail } from './account-mail.records.ts';
import { hashSecret, newTokenSecret } from './account-token.ts';
import { insertToken, type TokenPurpose } from './account-token.records.ts';

/** The worker that sends what is committed. */
export const SEND_ACCOUNT_MAIL = 'send-account-mail';

const LINK_SECONDS: Readonly<Record<TokenPurpose, number>> = { password_reset: 60 * 60, invitation: 7 * 24 * 60 * 60 };

/** Mails without a link. */
export type Notice = 'password_changed' | 'email_changed' | 'welcome';

export type MailKind = TokenPurpose | Notice;

interface Recipient {
  readonly user_id: string;
  readonly email: string;
}

/** Where the secret of a mail's link is sealed until the mail has left. */
export const sealedPlace = (mailId: string) => ({ table: 'account_mails', column: 'sealed_secret', row: mailId });

/** Sends a user a link to choose a password by, once the transaction is committed. @param requestId makes one link, however often it is taken up */
export async function sendLink(
  tx: Tx,
  { secrets }: Ports,
  user: Recipient,
  purpose: TokenPurpose,
  requestId: string | null = null,
): Promise<void> {
  const secret = newTokenSecret();
  const [token_id, mail_id] = [uuidv7(), uuidv7()];
  const isNew = await insertToken(tx, {
    token_id,
    user_id: user.user_id,
    purpose,
    secret_hash: hashSecret(secret),
    request_id: requestId,
    lifetimeSeconds: LINK_SECONDS[purpose],
  });
  if (!isNew) return;
  const sealed_secret = await secrets.seal(tx, secret.toString('base64url'), sealedPlace(mail_id));
  await insertMail(tx, { mail_id, user_id: user.user_id, kind: purpose, recipient: user.email, token_id, sealed_secret });
  audit(tx, {
    event_type: purpose === 'invitation' ? 'user_invited' : 'password_reset_requested',
    record_id: token_id,
    subject_user_id: user.user_id,
  });
  tx.afterCommit(() => wakeWorker(SEND_ACCOUNT_MAIL));
}

/** Tells a user of something, once the transaction is committed. */
export async function sendNotice(tx: Tx, user: Recipient, kind: Notice): Promise<void> {
  await insertMail(tx, { mail_id: uuidv7(), user_id: user.user_id, kind, recipient: user.email, token_id: null, sealed_secret: null });
  tx.afterCommit(() => wakeWorker(SEND_ACCOUNT_MAIL));
}
