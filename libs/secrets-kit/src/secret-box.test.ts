import { randomUUID } from 'node:crypto';
import { testEncryptionKeys, TestService } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService } from '@psa/service-kit';
import { newKey, Vault, vaultService } from '@psa/service-kit/testing';

const CANARY = 'canary-5ecret-of-a-tenant';

describe('the secrets of a service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(vaultService);
  });
  afterAll(() => service.stop());
  const vault = (tenant: string = randomUUID(), keys = testEncryptionKeys) => new Vault(service, tenant, keys);

  it('are read by another process with the same keys', async () => {
    const writer = vault();
    await writer.keep('one', CANARY);
    expect(await writer.read('one')).toBe(CANARY);
    expect(await vault(writer.db.tenant).read('one')).toBe(CANARY);
  });

  it('leave neither themselves nor a key in a dump of the database', async () => {
    await vault().keep('one', CANARY);
    const tables = await service.sql<{ name: string }>('select tablename as name from pg_tables where schemaname = $1', [
      vaultService.name,
    ]);
    for (const { name } of tables) {
      const dump = (await service.sql<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => row).join('\n');
      for (const form of [
        CANARY,
        Buffer.from(CANARY).toString('hex'),
        Buffer.from(CANARY).toString('base64'),
        Buffer.alloc(32, 7).toString('base64'),
        Buffer.alloc(32, 7).toString('hex'),
      ]) {
        expect(dump).not.toContain(form);
      }
    }
  });

  it('share one data key a tenant, however many begin at once', async () => {
    const one = vault();
    await Promise.all(Array.from({ length: 8 }, (_, index) => one.keep(`note-${index}`, `text ${index}`)));
    expect(await service.sql('select 1 from data_keys where tenant = $1', [one.db.tenant])).toHaveLength(1);
    for (let index = 0; index < 8; index++) expect(await vault(one.db.tenant).read(`note-${index}`)).toBe(`text ${index}`);
  });

  it('stay shut in a row that was moved to another tenant, with or without its key', async () => {
    const [owner, thief] = [vault(), vault()];
    await owner.keep('one', CANARY);
    await thief.keep('one', 'own');
    const [owned] = await service.sql<{ sealed_text: string }>('select sealed_text from notes where tenant = $1', [owner.db.tenant]);
    await service.sql('update notes set sealed_text = $1 where tenant = $2', [owned?.sealed_text, thief.db.tenant]);
    await expect(thief.read('one')).rejects.toThrow('data key that is gone');
    await service.sql(
      `with held as materialized (select data_key_id, key_encryption_key, wrapped_key from data_keys where tenant = $1)
      insert into data_keys (tenant, data_key_id, key_encryption_key, wrapped_key, retired_at)
      select $2, data_key_id, key_encryption_key, wrapped_key, now() from held`,
      [owner.db.tenant, thief.db.tenant],
    );
    await expect(thief.read('one')).rejects.toThrow();
    await expect(vault(thief.db.tenant).read('one')).rejects.toThrow();
  });

  it('stay shut in another column and another row', async () => {
    const one = vault();
    await one.keep('one', CANARY);
    await one.keep('two', 'other');
    await service.sql("update notes set sealed_text = sealed_answer where tenant = $1 and note_id = 'one'", [one.db.tenant]);
    await expect(one.read('one')).rejects.toThrow();
    await service.sql(
      "update notes set sealed_text = (select sealed_text from notes where tenant = $1 and note_id = 'two') where tenant = $1 and note_id = 'one'",
      [one.db.tenant],
    );
    await expect(one.read('one')).rejects.toThrow();
  });

  it('stay shut without the key-encryption key, and when they are none', async () => {
    const one = vault();
    await one.keep('one', CANARY);
    await expect(vault(one.db.tenant, newKey('other')).read('one')).rejects.toThrow('test is not configured');
    for (const sealed of ['', CANARY, 'v1.00000000.AAAA', `v2.${randomUUID()}.`, `v2.${randomUUID()}.AAAA`]) {
      await expect(one.box.open(one.db, sealed, { table: 'notes', column: 'sealed_text', row: 'one' })).rejects.toThrow();
    }
  });

  it('keep their service from starting without keys', async () => {
    await expect(startService(vaultService, { settings: {} as never })).rejects.toThrow(
      'PSA_ENCRYPTION_KEYS: is required by the kit_service service',
    );
  });
});
