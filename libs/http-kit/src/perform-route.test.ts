import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityCommand } from '@psa/contract-kit';
import { caller, type TestCaller, TestService } from '@psa/test-kit';
import { noteService } from './testing/note-service.ts';

describe('a command to an entity', () => {
  let service: TestService;
  let me: TestCaller;
  let beforeCommit: () => void;

  beforeAll(async () => {
    service = await TestService.start(noteService, { ports: { beforeCommit: () => beforeCommit() } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    beforeCommit = () => {};
    me = caller();
  });

  const command = (given: Partial<EntityCommand>, tenant: string = me.tenant) =>
    service.command(tenant, { entity: 'note', operation: 'create', ...given });
  const texts = async (tenant: string = me.tenant) =>
    (await service.sql<{ text: string }>('select text from notes where tenant = $1 order by text', [tenant])).map(({ text }) => text);

  it('does what the API does, and tells what came of it', async () => {
    const { id, entity } = await command({ data: { text: 'a' } });
    expect(entity).toEqual({ note_id: id, text: 'a', rank: null, created_at: expect.any(String) });
    expect(await command({ operation: 'update', id, data: { text: 'b' } })).toEqual({ id, entity: { ...entity, text: 'b' } });
    expect(await command({ operation: 'delete', id })).toEqual({ id, entity: null });
    expect(await texts()).toEqual([]);
  });

  it('takes effect once for each key, and answers the same', async () => {
    const [first, second] = [
      await command({ data: { text: 'a' }, idempotency_key: 'k' }),
      await command({ data: { text: 'a' }, idempotency_key: 'k' }),
    ];
    expect(second).toEqual(first);
    const gone = { operation: 'delete', id: first.id, idempotency_key: 'k2' };
    expect([await command(gone), await command(gone)]).toEqual([
      { id: first.id, entity: null },
      { id: first.id, entity: null },
    ]);
    await expect(command({ data: { text: 'b' }, idempotency_key: 'k' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await texts()).toEqual([]);
  });

  it('that broke off may be given again under its key', async () => {
    beforeCommit = () => {
      throw new Error('crash');
    };
    await expect(command({ data: { text: 'a' }, idempotency_key: 'k' })).rejects.toMatchObject({ code: 'INTERNAL_ERROR' });
    beforeCommit = () => {};
    await command({ data: { text: 'a' }, idempotency_key: 'k' });
    expect(await texts()).toEqual(['a']);
  });

  it.each<[string, Partial<EntityCommand>, object]>([
    [
      'members the schema refuses',
      { data: { text: '' } },
      { code: 'VALIDATION_ERROR', details: [expect.objectContaining({ path: ['text'] })] },
    ],
    [
      'members nobody can write',
      { data: { text: 'a', tenant: randomUUID() } },
      { code: 'VALIDATION_ERROR', details: [expect.objectContaining({ path: ['tenant'] })] },
    ],
    ['what the handler refuses', { data: { text: 'taken' } }, { code: 'CONFLICT' }],
    ['an operation that is not offered', { operation: 'stamp', id: randomUUID() }, { code: 'BAD_REQUEST' }],
    ['an entity that is not offered', { entity: 'secret' }, { code: 'BAD_REQUEST' }],
    ['a change of nothing in particular', { operation: 'update', data: { text: 'a' } }, { code: 'NOT_FOUND' }],
    ['a new one that has an id', { id: randomUUID(), data: { text: 'a' } }, { code: 'NOT_FOUND' }],
    ['an id that is none', { operation: 'update', id: 'x', data: { text: 'a' } }, { code: 'VALIDATION_ERROR' }],
  ])('is refused for %s', async (_, given, error) => {
    await expect(command(given)).rejects.toMatchObject(error);
    expect(await texts()).toEqual([]);
  });

  it('reaches nothing of another tenant', async () => {
    const { id } = await command({ data: { text: 'a' } });
    const stranger = caller().tenant;
    await expect(command({ operation: 'delete', id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await texts(), await texts(stranger)]).toEqual([['a'], []]);
  });
});
