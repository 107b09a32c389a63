import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { PasskeysTable } from '../../../tables.ts';

export type PasskeyRecord = Selectable<PasskeysTable>;

/** Passkeys of a user, of which there are few, in the order they were added. */
export function listPasskeys(db: Db, userId: string): Promise<PasskeyRecord[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('passkey_id').execute();
}

/** Reads a passkey of a user and keeps others from changing it until the transaction ends. */
export function lockPasskey(tx: Tx, userId: string, passkeyId: string): Promise<PasskeyRecord | undefined> {
  return tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst();
}

/** The same by the id its device knows it by. */
export function lockPasskeyByCredential(tx: Tx, userId: string, credentialId: string): Promise<PasskeyRecord | undefined> {
  return tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns undefined when the device has added it before */
export function insertPasskey(tx: Tx, passkey: Insertable<PasskeysTable>): Promise<PasskeyRecord | undefined> {
  return tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function renamePasskeyRow(tx: Tx, passkeyId: string, name: string): Promise<PasskeyRecord> {
  return tx
    .updateTable('passkeys')
    .set({ name, version: sql`version + 1` })
    .where('passkey_id', '=', passkeyId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Notes a use. @param counter how often its device says to have used it, by which copies give themselves away */
export async function notePasskeyUse(
  tx: Tx,
  passkeyId: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: sql`now()` })
    .where('passkey_id', '=', passkeyId)
    .execute();
}

export async function deletePasskeyRow(tx: Tx, passkeyId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('passkey_id', '=', passkeyId).execute();
}
