import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { makeSigningSecret } from './signature.ts';

const placeOf = (secretId: string) => ({ table: 'webhook_secrets', column: 'sealed', row: secretId });

/** Gives a webhook a new secret. @returns its text, which is kept sealed alone */
export async function addSigningSecret(tx: Tx, { secrets }: Pick<Ports, 'secrets'>, webhookId: string): Promise<string> {
  const text = makeSigningSecret();
  const secret_id = uuidv7();
  await tx
    .insertInto('webhook_secrets')
    .values({ secret_id, webhook_id: webhookId, sealed: await secrets.seal(tx, text, placeOf(secret_id)) })
    .execute();
  return text;
}

/**
 * Lets the present secret end, and an earlier one now.
 * @returns until when the present one is good; null when it ends now
 */
export async function endSigningSecrets(tx: Tx, webhookId: string, overlapSeconds: number): Promise<string | null> {
  const ended = tx.deleteFrom('webhook_secrets').where('webhook_id', '=', webhookId);
  await (overlapSeconds === 0 ? ended : ended.where('valid_until', 'is not', null)).execute();
  if (overlapSeconds === 0) return null;
  const rows = await tx
    .updateTable('webhook_secrets')
    .set({ valid_until: sql`now() + make_interval(secs => ${overlapSeconds})` })
    .where('webhook_id', '=', webhookId)
    .returning('valid_until')
    .execute();
  return rows[0]?.valid_until ?? null;
}

/** The secrets that are good now, the newest first. */
export async function readSigningSecrets(db: Db, { secrets }: Pick<Ports, 'secrets'>, webhookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['secret_id', 'sealed'])
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', sql<string>`now()`)]))
    .orderBy('secret_id', 'desc')
    .execute();
  return Promise.all(rows.map(({ secret_id, sealed }) => secrets.open(db, sealed, placeOf(secret_id))));
}

const credentialPlace = (webhookId: string) => ({ table: 'webhooks', column: 'sealed_credential', row: webhookId });

/** Seals what the receiver asks for beside the signature. */
export function sealCredential(tx: Tx, { secrets }: Pick<Ports, 'secrets'>, webhookId: string, credential: string): Promise<string> {
  return secrets.seal(tx, credential, credentialPlace(webhookId));
}

export function openCredential(db: Db, { secrets }: Pick<Ports, 'secrets'>, webhookId: string, sealed: string): Promise<string> {
  return secrets.open(db, sealed, credentialPlace(webhookId));
}
