import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../email-app.ts';
import type { OutboundSettingsTable } from './settings.tables.ts';

export type SettingsRecord = Selectable<OutboundSettingsTable>;
export const SCOPE = 'tenant';
export const passwordPlace = { table: 'outbound_settings', column: 'sealed_smtp_password', row: SCOPE };

/** What holds for a tenant that set nothing; version 0. */
export const DEFAULT_SETTINGS = {
  from_name: null,
  from_address: null,
  provider_id: null,
  smtp_host: null,
  smtp_port: 587,
  smtp_secure: false,
  smtp_username: null,
  sealed_smtp_password: null,
  rate_per_minute: 100,
  default_language: 'en',
  reply_by_mail: true,
  client_domains: {},
  skipped_senders: [] as string[],
  version: 0,
  updated_at: null,
} as const;

export type EffectiveSettings = Omit<SettingsRecord, 'tenant' | 'scope' | 'created_at' | 'updated_at'> & {
  readonly updated_at: string | null;
};

export async function readSettings(db: Db): Promise<EffectiveSettings> {
  return (await db.selectFrom('outbound_settings').selectAll().where('scope', '=', SCOPE).executeTakeFirst()) ?? DEFAULT_SETTINGS;
}

export async function lockSettings(tx: Tx): Promise<SettingsRecord | undefined> {
  return tx.selectFrom('outbound_settings').selectAll().where('scope', '=', SCOPE).forUpdate().executeTakeFirst();
}

type Members = Omit<Insertable<OutboundSettingsTable>, 'scope'>;

export async function insertSettings(tx: Tx, members: Members): Promise<SettingsRecord> {
  return tx
    .insertInto('outbound_settings')
    .values({ scope: SCOPE, ...members })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSettings(tx: Tx, members: Members): Promise<SettingsRecord> {
  return tx
    .updateTable('outbound_settings')
    .set({ ...members, version: sql`version + 1`, updated_at: sql`now()` })
    .where('scope', '=', SCOPE)
    .returningAll()
    .executeTakeFirstOrThrow();
}
