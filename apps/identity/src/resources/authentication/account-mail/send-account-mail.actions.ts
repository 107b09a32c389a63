import { tenantId } from '@psa/contract-kit';
import { type Mailer, MailRefused, type OutgoingMail } from '@psa/mail-kit';
import type { Database } from '@psa/postgres-kit';
import { type Db, type Ports, tenantDb } from '../../../identity-app.ts';
import { type MailKind, sealedPlace } from './account-mail.actions.ts';
import { type AccountMailRow, giveUp, markSent, sendLater } from './account-mail.records.ts';
import { pauseAfter } from './account-mail.rules.ts';
import { composeMail } from './account-mail.text.ts';
import { tokenText } from './account-token.ts';
import { findMailFacts } from './mail-facts.records.ts';

const LONGEST_ERROR = 500;
const PAGES: Readonly<Record<MailKind, string>> = {
  password_reset: '/api/auth/reset-password',
  invitation: '/api/auth/accept-invitation',
  welcome: '/api/auth/signin',
  password_changed: '/api/auth/signin',
  email_changed: '/api/auth/signin',
};

/**
 * Sends one mail that was taken. Marked after it was accepted: what a crash comes in between is sent again as the same mail, with
 * the same Message-ID and the same link.
 */
export async function sendAccountMail(ports: Ports, mailer: Mailer, workerDatabase: Database, row: AccountMailRow): Promise<void> {
  try {
    const mail = await compose(ports, row);
    if (mail === undefined) return await giveUp(workerDatabase, row, 'its link is no longer good');
    await mailer.send(mail, { tenant: row.tenant, actor: { id: 'identity', type: 'system' }, correlationId: row.mail_id });
    await markSent(workerDatabase, row);
  } catch (error) {
    const said = error instanceof MailRefused ? error.cause : error;
    const reason = (said instanceof Error ? said.message : String(said)).slice(0, LONGEST_ERROR);
    const pause = error instanceof MailRefused ? undefined : pauseAfter(row.attempts);
    ports.log.warn(
      { mail_id: row.mail_id, tenant_id: row.tenant, kind: row.kind, attempts: row.attempts, reason, given_up: pause === undefined },
      'a mail could not be sent',
    );
    if (pause === undefined) await giveUp(workerDatabase, row, reason);
    else await sendLater(workerDatabase, row, pause, reason);
  }
}

/** @returns undefined when there is no use in sending it any more */
async function compose(ports: Ports, row: AccountMailRow): Promise<OutgoingMail | undefined> {
  const { publicUrl } = ports.auth;
  const kind = row.kind as MailKind;
  const db = tenantDb(ports, tenantId(row.tenant), { actor: { id: 'identity', type: 'system' }, correlationId: row.mail_id });
  const facts = await findMailFacts(db, row.user_id, row.token_id);
  const query = await linkQuery(ports, db, row);
  if (facts === undefined || query === undefined) return undefined;
  const { first_name, username, tenant_name } = facts;
  const link = `${publicUrl.origin}${PAGES[kind]}${query}`;
  return {
    to: [row.recipient],
    messageId: `<${row.mail_id}@${publicUrl.hostname}>`,
    ...composeMail(kind, { name: first_name || username, username, tenantName: tenant_name, link }),
  };
}

async function linkQuery(
  { secrets }: Ports,
  db: Db,
  { tenant, mail_id, token_id, sealed_secret }: AccountMailRow,
): Promise<string | undefined> {
  if (token_id === null) return '';
  if (sealed_secret === null) return undefined;
  const secret = Buffer.from(await secrets.open(db, sealed_secret, sealedPlace(mail_id)), 'base64url');
  return `?token=${tokenText({ tenant, tokenId: token_id, secret })}`;
}
