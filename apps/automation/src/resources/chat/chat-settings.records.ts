import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { ChatSettingsTable } from './chat.tables.ts';

const SCOPE = 'tenant';
const COLUMNS = ['is_enabled', 'version', 'updated_at'] as const;

export type ChatSettingsRecord = Omit<Selectable<ChatSettingsTable>, 'tenant' | 'scope' | 'updated_at'> & {
  readonly updated_at: string | null;
};

/** What applies to a tenant without a row. */
export const DEFAULT_CHAT_SETTINGS: ChatSettingsRecord = { is_enabled: true, version: 0, updated_at: null };

export async function readChatSettings(db: Db | Tx): Promise<ChatSettingsRecord> {
  return (await db.selectFrom('chat_settings').select(COLUMNS).where('scope', '=', SCOPE).executeTakeFirst()) ?? DEFAULT_CHAT_SETTINGS;
}

/** Creates the row if there is none, and locks it. */
export async function lockChatSettings(tx: Tx): Promise<ChatSettingsRecord> {
  await tx
    .insertInto('chat_settings')
    .values({ scope: SCOPE, is_enabled: DEFAULT_CHAT_SETTINGS.is_enabled, version: DEFAULT_CHAT_SETTINGS.version })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx.selectFrom('chat_settings').select(COLUMNS).where('scope', '=', SCOPE).forUpdate().executeTakeFirstOrThrow();
}

export async function updateChatSettings(tx: Tx, changes: Pick<ChatSettingsRecord, 'is_enabled' | 'version'>): Promise<ChatSettingsRecord> {
  return tx
    .updateTable('chat_settings')
    .set({ ...changes, updated_at: new Date().toISOString() })
    .where('scope', '=', SCOPE)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
