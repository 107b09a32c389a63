import { randomBytes } from 'node:crypto';
import { tenantId } from '@psa/contract-kit';
import { createKitTables, createSecretTables, createTenantTable, type MigrationDb, TenantDb, type TenantColumn } from '@psa/postgres-kit';
import type { TestService } from '@psa/test-kit';
import { KeyRing, SecretBox } from '@psa/secrets-kit';
import { type AnyService, defineService } from '../service-definition.ts';

export interface VaultTables {
  notes: { tenant: TenantColumn; note_id: string; sealed_text: string | null; sealed_answer: string | null };
}

export const vaultColumns = [
  { table: 'notes', column: 'sealed_text', row: 'note_id' },
  { table: 'notes', column: 'sealed_answer', row: 'note_id' },
] as const;

/** A service that keeps secrets and does nothing else. */
export const vaultService: AnyService = defineService<{ tables: VaultTables; ports: object }>({
  name: 'kit_service',
  migrations: {
    '0001-kit': { up: (db: MigrationDb) => createKitTables(db, 'kit_service') },
    '0002-vault': {
      async up(db: MigrationDb) {
        await createSecretTables(db, 'kit_service');
        await createTenantTable(db, 'kit_service', 'notes', {
          key: ['note_id'],
          columns: 'note_id text not null, sealed_text text, sealed_answer text',
        });
      },
    },
  },
  routes: [],
  sealed: vaultColumns,
  ports: () => ({}),
});

/** A key-encryption key as the settings have it. */
export const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

/** One tenant's vault, opened with the given key-encryption keys. */
export class Vault {
  readonly db: TenantDb<VaultTables>;
  readonly box: SecretBox;

  constructor({ running }: TestService, tenant: string, keys: string) {
    this.db = new TenantDb<VaultTables>(running.database, {
      tenant: tenantId(tenant),
      actor: { id: 'test', type: 'system' },
      correlationId: 'test',
    });
    this.box = new SecretBox(new KeyRing(keys));
  }

  keep(note_id: string, text: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const sealed_text = await this.box.seal(tx, text, { ...vaultColumns[0], row: note_id });
      const sealed_answer = await this.box.seal(tx, `answer to ${text}`, { ...vaultColumns[1], row: note_id });
      await tx.insertInto('notes').values({ note_id, sealed_text, sealed_answer }).execute();
    });
  }

  async read(note_id: string): Promise<string> {
    const { sealed_text } = await this.db
      .selectFrom('notes')
      .select('sealed_text')
      .where('note_id', '=', note_id)
      .executeTakeFirstOrThrow();
    return this.box.open(this.db, sealed_text as string, { ...vaultColumns[0], row: note_id });
  }
}
