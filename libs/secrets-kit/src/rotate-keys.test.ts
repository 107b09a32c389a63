import { randomUUID } from 'node:crypto';
import { callRpc } from '@psa/events-kit';
import { testEncryptionKeys, TestService } from '@psa/test-kit';
import { tenantId } from '@psa/contract-kit';
import { TenantDb } from '@psa/postgres-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operatorRpc } from '@psa/service-kit';
import { clockService } from '@psa/service-kit/testing';
import { newKey, Vault, vaultColumns, vaultService } from '@psa/service-kit/testing';
import { rotateKeys } from './rotate-keys.ts';
import type { SecretBox } from './secret-box.ts';

describe('a rotation of keys', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(vaultService);
  });
  afterAll(() => service.stop());

  const rotate = (secrets: SecretBox, filter: { tenant?: string; before?: string } = {}) =>
    rotateKeys({
      workerDatabase: service.running.workerDatabase,
      secrets,
      sealed: vaultColumns,
      ...filter,
      asTenant: (tenant) =>
        new TenantDb<never>(service.running.database, { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' }),
    });
  const keysOf = (tenant: string) =>
    service.sql('select data_key_id, key_encryption_key, retired_at from data_keys where tenant = $1', [tenant]);

  it('keeps everything readable, and leaves the former key nothing to open', async () => {
    const [old, fresh] = [newKey('old'), newKey('fresh')];
    const tenant = randomUUID();
    const writer = new Vault(service, tenant, old);
    // More than are sealed anew at a time.
    for (let index = 0; index < 120; index++) await writer.keep(`note-${index}`, `text ${index}`);
    const sealedBefore = await service.sql('select sealed_text from notes where tenant = $1 order by note_id', [tenant]);

    const rotating = new Vault(service, tenant, `${fresh},${old}`);
    expect(await rotate(rotating.box, { tenant })).toEqual({ tenants: 1, rewrapped: 1, resealed: 240, unreadable: 0 });

    const after = new Vault(service, tenant, fresh);
    for (let index = 0; index < 120; index += 7) expect(await after.read(`note-${index}`)).toBe(`text ${index}`);
    expect(await keysOf(tenant)).toMatchObject([{ key_encryption_key: 'fresh', retired_at: null }]);
    expect(await service.sql('select sealed_text from notes where tenant = $1 order by note_id', [tenant])).not.toEqual(sealedBefore);
    await expect(new Vault(service, tenant, old).read('note-1')).rejects.toThrow('fresh is not configured');
    // Whoever still has the old key and seals meanwhile does it with what is current.
    await after.keep('later', 'after all');
    expect(await new Vault(service, tenant, `${fresh},${old}`).read('later')).toBe('after all');
  });

  it('loses nothing that is sealed meanwhile', async () => {
    const tenant = randomUUID();
    const [one, other] = [new Vault(service, tenant, testEncryptionKeys), new Vault(service, tenant, testEncryptionKeys)];
    await one.keep('first', 'text');
    const writing = Array.from({ length: 30 }, (_, index) => one.keep(`note-${index}`, `text ${index}`));
    await Promise.all([...writing, rotate(other.box, { tenant }).then(() => rotate(other.box, { tenant }))]);
    const reader = new Vault(service, tenant, testEncryptionKeys);
    for (let index = 0; index < 30; index++) expect(await reader.read(`note-${index}`)).toBe(`text ${index}`);
    await rotate(other.box, { tenant });
    expect(await keysOf(tenant)).toHaveLength(1);
    expect(await new Vault(service, tenant, testEncryptionKeys).read('note-3')).toBe('text 3');
  });

  it('goes on where it was interrupted', async () => {
    const tenant = randomUUID();
    const vault = new Vault(service, tenant, testEncryptionKeys);
    await vault.keep('one', 'text');
    // Died after the new data key was made.
    await service.sql('update data_keys set retired_at = now() where tenant = $1', [tenant]);
    await vault.keep('two', 'more');
    const { resealed } = await rotate(vault.box, { tenant, before: '2020-01-01T00:00:00Z' });
    expect(resealed).toBe(4);
    expect(await keysOf(tenant)).toHaveLength(1);
    for (const [note, text] of [
      ['one', 'text'],
      ['two', 'more'],
    ] as const)
      expect(await new Vault(service, tenant, testEncryptionKeys).read(note)).toBe(text);
    expect(await rotate(vault.box, { tenant, before: '2020-01-01T00:00:00Z' })).toMatchObject({ tenants: 0 });
  });

  it('passes by what cannot be opened, and keeps the key it says it was sealed with', async () => {
    const tenant = randomUUID();
    const vault = new Vault(service, tenant, testEncryptionKeys);
    for (const note of ['one', 'two', 'three']) await vault.keep(note, note);
    await service.sql("update notes set sealed_text = left(sealed_text, -8) || 'AAAAAAAA' where tenant = $1 and note_id = 'one'", [tenant]);
    expect(await rotate(vault.box, { tenant })).toEqual({ tenants: 1, rewrapped: 0, resealed: 5, unreadable: 1 });
    expect(await keysOf(tenant)).toHaveLength(2);
    expect(await vault.read('two')).toBe('two');
  });

  it('is asked for by the operator, for one tenant or all', async () => {
    const [one, other] = [randomUUID(), randomUUID()].map((tenant) => new Vault(service, tenant, testEncryptionKeys)) as [Vault, Vault];
    for (const vault of [one, other]) await vault.keep('one', 'text');
    const asked = operatorRpc('kit_service')['admin.keys-rotate'];
    const before = await keysOf(other.db.tenant);
    expect(await callRpc(service.running.broker, asked, { tenant: one.db.tenant })).toEqual({
      tenants: 1,
      rewrapped: 0,
      resealed: 2,
      unreadable: 0,
    });
    expect(await keysOf(other.db.tenant)).toEqual(before);
    expect(await one.read('one')).toBe('text');
    expect((await callRpc(service.running.broker, asked, { tenant: tenantId(randomUUID()) })).tenants).toBe(0);
  });

  it('is refused by a service that keeps no secrets', async () => {
    const clock = await TestService.start(clockService());
    await expect(callRpc(clock.running.broker, operatorRpc('kit_service')['admin.keys-rotate'], {})).rejects.toThrow('keeps no secrets');
    await clock.stop();
  });
});
