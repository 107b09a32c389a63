import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, type TestResponse, TestService } from '@psa/test-kit';
import { tenantId } from '@psa/contract-kit';
import { Database, TenantDb } from '@psa/postgres-kit';
import { replyOnce } from './idempotency.ts';
import { noteService } from './testing/note-service.ts';

describe('an Idempotency-Key', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let beforeCommit: () => Promise<void> | void = () => {};
  let callOutside: () => Promise<void> | void = () => {};

  beforeAll(async () => {
    service = await TestService.start(noteService, { ports: { beforeCommit: () => beforeCommit(), callOutside: () => callOutside() } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    beforeCommit = () => {};
    callOutside = () => {};
    me = caller();
    api = service.api(me);
  });

  const create = (text: string, key: string, as: TestApi = api): Promise<TestResponse> =>
    as.post('/notes', { text }, { headers: { 'idempotency-key': key } });
  const texts = async (who = me) =>
    (await service.sql<{ text: string }>('select text from notes where tenant = $1 order by text', [who.tenant])).map(({ text }) => text);
  const keys = (who = me) => service.sql('select key from idempotency_keys where tenant = $1', [who.tenant]);

  it('gives the same bytes and headers again, and has one effect', async () => {
    const first = await create('a', 'k1');
    const second = await create('a', 'k1');
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(201);
    for (const name of ['etag', 'location', 'content-type', 'content-length'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await texts()).toEqual(['a']);
  });

  it.each([
    ['another body', () => create('b', 'k1')],
    ['another path', () => api.post('/notes/a/stamps', undefined, { headers: { 'idempotency-key': 'k1' } })],
  ])('is refused with %s', async (_, other) => {
    await create('a', 'k1');
    const refused = await other();
    expect(refused.status).toBe(422);
    expect(refused.body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await texts()).toEqual(['a']);
  });

  it('is refused with another query', async () => {
    const stamp = (colour: string) => api.post('/notes/a/stamps', undefined, { query: { colour }, headers: { 'idempotency-key': 'k1' } });
    const red = await stamp('red');
    expect((await stamp('red')).text).toBe(red.text);
    expect((await stamp('blue')).status).toBe(422);
  });

  it('says so while the first request is still at it', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    beforeCommit = () => {
      reached.resolve();
      return gate.promise;
    };
    const first = create('a', 'k1');
    await reached.promise;
    const second = await create('a', 'k1');
    expect(second.status).toBe(409);
    expect(second.body.error.code).toBe('REQUEST_IN_FLIGHT');
    expect(second.headers.get('retry-after')).toBe('1');
    gate.resolve();
    expect((await first).status).toBe(201);
    expect((await create('a', 'k1')).headers.get('idempotency-replayed')).toBe('true');
  });

  /** Lets requests wait at a place until the gate opens. */
  const gateAt = () => {
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const wait = () => {
      reached.resolve();
      return gate.promise;
    };
    return { wait, reached: reached.promise, open: gate.resolve };
  };

  it('holds no connection while the request waits for somebody else', async () => {
    const gate = gateAt();
    callOutside = gate.wait;
    const waiting = Array.from({ length: 20 }, (_, index) => create(`note ${index}`, `k${index}`));
    await gate.reached;
    await eventually(async () => (await keys()).length === 20);
    const open = await service.sql(`select 1 from pg_stat_activity
      where application_name = 'psa-kit_http' and datname = current_database() and state like 'idle in transaction%'`);
    expect(open).toEqual([]);
    expect((await api.get('/notes')).status).toBe(200);
    gate.open();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 201));
  });

  it('whose request died with its process counts as running, and is free again when the claim has ended', async () => {
    const gate = gateAt();
    callOutside = gate.wait;
    const died = create('a', 'k1');
    await gate.reached;
    callOutside = () => {};
    expect((await create('a', 'k1')).body.error.code).toBe('REQUEST_IN_FLIGHT');
    await service.sql("update idempotency_keys set claimed_until = now() - interval '1 second' where tenant = $1", [me.tenant]);
    const second = await create('a', 'k1');
    expect(second.status).toBe(201);
    // It was only slow: what it does after its claim was taken over is rolled back.
    gate.open();
    expect((await died).body.error.code).toBe('REQUEST_IN_FLIGHT');
    expect(await texts()).toEqual(['a']);
    expect((await create('a', 'k1')).text).toBe(second.text);
  });

  it('is kept by a request that takes longer than its claim', async () => {
    const database = new Database({ url: service.database.appUrl, max: 2 });
    try {
      const context = { tenant: tenantId(me.tenant), actor: { id: 'test', type: 'system' as const }, correlationId: 'test' };
      const left = async () => {
        const [row] = await service.sql<{ seconds: number }>(
          'select extract(epoch from claimed_until - now())::float as seconds from idempotency_keys where tenant = $1',
          [me.tenant],
        );
        return row?.seconds ?? 0;
      };
      const keyed = { actorId: 'test', key: 'k1', fingerprint: 'f', secretReply: false, renewalMs: 5 };
      const reply = await replyOnce(new TenantDb<Record<string, never>>(database, context), keyed, async () => {
        await service.sql("update idempotency_keys set claimed_until = now() + interval '1 second' where tenant = $1", [me.tenant]);
        await eventually(async () => (await left()) > 5);
        return { status: 200, headers: {}, body: 'done' };
      });
      expect(reply.body).toBe('done');
    } finally {
      await database.close();
    }
  });

  it('is not used up by an error: the request may be corrected or tried again', async () => {
    expect((await create('taken', 'k1')).status).toBe(409);
    expect((await create('', 'k2')).status).toBe(400);
    beforeCommit = () => {
      throw new Error('crash');
    };
    expect((await create('a', 'k3')).status).toBe(500);
    expect([await texts(), await keys()]).toEqual([[], []]);
    beforeCommit = () => {};
    for (const key of ['k1', 'k2', 'k3']) expect((await create(`with ${key}`, key)).status).toBe(201);
  });

  it('leaves neither note nor key when the connection is lost before the commit', async () => {
    beforeCommit = async () => {
      beforeCommit = () => {};
      await service.sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'psa-kit_http' and datname = current_database() and state = 'idle in transaction'`);
    };
    expect((await create('a', 'k1')).status).toBe(503);
    expect([await texts(), await keys()]).toEqual([[], []]);
    await eventually(async () => (await create('a', 'k1')).status === 201);
    expect(await texts()).toEqual(['a']);
  });

  it('belongs to one caller: other users and tenants may use the same', async () => {
    const [colleague, stranger] = [caller({ tenant: me.tenant }), caller()];
    const answers = [
      await create('a', 'k1'),
      await create('a', 'k1', service.api(colleague)),
      await create('a', 'k1', service.api(stranger)),
    ];
    expect(new Set(answers.map(({ text }) => text)).size).toBe(3);
    expect([await texts(), await texts(stranger)]).toEqual([['a', 'a'], ['a']]);
  });

  it('has one effect however often it is used at once', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => create('a', 'k1')));
    expect(await texts()).toEqual(['a']);
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await create('a', 'k1')).text).toBe(done[0]?.text);
  });

  it('has one effect for each of many', async () => {
    await Promise.all(Array.from({ length: 64 }, (_, index) => create(`note ${index % 16}`, `k${index % 16}`)));
    expect(await texts()).toEqual(Array.from({ length: 16 }, (_, index) => `note ${index}`).sort());
  });

  it('is forgotten after a day', async () => {
    await create('a', 'k1');
    await service.sql("update idempotency_keys set created_at = now() - interval '25 hours' where tenant = $1", [me.tenant]);
    expect((await create('b', 'k1')).status).toBe(201);
    expect((await create('b', 'k1')).headers.get('idempotency-replayed')).toBe('true');
    expect(await texts()).toEqual(['a', 'b']);
  });

  it.each([
    ['too long', 'x'.repeat(256)],
    ['in two words', 'a b'],
    ['not ASCII', 'ü'],
    ['empty', ''],
  ])('that is %s is refused by name', async (_, key) => {
    const refused = await create('a', key);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toEqual([expect.objectContaining({ path: ['Idempotency-Key'] })]);
    expect(await texts()).toEqual([]);
  });

  it('does not keep a secret: the second time there is none to show', async () => {
    const show = () => api.post('/secrets', undefined, { headers: { 'idempotency-key': 'k1' } });
    const first = await show();
    expect(first.status).toBe(201);
    const second = await show();
    expect(second.status).toBe(409);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const stored = await service.sql<{ row: string }>('select k::text as row from idempotency_keys k where tenant = $1', [me.tenant]);
    expect(stored).toHaveLength(1);
    expect(stored[0]?.row).not.toContain(first.body.secret);
  });

  it('means nothing where repeating does no harm anyway', async () => {
    const { headers } = await create('a', 'k1');
    const path = headers.get('location') ?? '';
    for (const text of ['b', 'c']) {
      expect((await api.put(path, { text }, { headers: { 'idempotency-key': 'k1' } })).body.data.text).toBe(text);
    }
  });
});
