import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, takeNatsAccount, type TestApi, TestService } from '@psa/test-kit';
import pg from 'pg';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { aClient, anAsset } from '../../apps/assets/src/testing/make.ts';
import { fakes } from '../../apps/assets/src/testing/fakes.ts';
import { claimAnyPort } from '../local/ports.ts';
import { startPostgres } from '../local/postgres.ts';
import { type RunningReplica, startPostgresReplica } from '../local/postgres-replica.ts';
import { newPassword } from '../local/secrets.ts';
import { removeHome } from '../local/temporary-home.ts';
import { createTestHome } from '../testing/test-home.ts';

describe('with a streaming replica of Postgres', () => {
  let service: TestService;
  let replica: RunningReplica;
  let onReplica: pg.Client;
  let api: TestApi;
  let client: { client_id: string };
  const undo: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    const { signal } = new AbortController();
    const natsUrl = await takeNatsAccount();
    const home = createTestHome();
    undo.push(() => removeHome(home));
    const [first, second] = [await claimAnyPort(), await claimAnyPort()];
    const primary = await startPostgres({ home, port: first.port, password: newPassword(), durability: 'durable', say: () => {}, signal });
    undo.push(() => primary.stop());
    replica = await startPostgresReplica({ home, port: second.port, primary, say: () => {}, signal });
    undo.push(() => replica.stop());
    process.env['PSA_TEST_DATABASE_URL'] = primary.url('postgres');
    service = await TestService.start(assetsService, { natsUrl, ports: fakes, replicaPort: String(second.port) });
    undo.push(() => service.stop());
    onReplica = new pg.Client({ connectionString: replica.url('postgres') });
    onReplica.on('error', () => {});
    await onReplica.connect();
    undo.push(() => onReplica.end().catch(() => {}));
    const me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant);
  }, 90_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  }, 60_000);

  const make = async (name: string) => (await api.post('/api/v1/assets', anAsset(client, { name }))).body.data.data.asset_id as string;
  const listed = async () => {
    const {
      data: { data, pagination },
    } = (await api.get('/api/v1/assets', { query: { sort: 'name', order: 'asc' } })).body;
    return { names: data.map(({ name }: { name: string }) => name) as string[], total: pagination.total as number };
  };

  it('lists come from it, and all else from the primary', async () => {
    await make('A');
    await eventually(async () => (await listed()).total === 1);
    await onReplica.query('select pg_wal_replay_pause()');
    const id = await make('B');
    expect((await api.get(`/api/v1/assets/${id}`)).status).toBe(200);
    expect(await listed()).toEqual({ names: ['A'], total: 1 });
    await onReplica.query('select pg_wal_replay_resume()');
    await eventually(async () => (await listed()).total === 2);
    expect(await listed()).toEqual({ names: ['A', 'B'], total: 2 });
  });

  it('a tenant sees no rows of another there either', async () => {
    await make('C');
    expect((await service.api(caller()).get('/api/v1/assets')).body.data.pagination.total).toBe(0);
  });

  it('lists come from the primary while it is away', async () => {
    await replica.stop();
    await make('D');
    expect((await listed()).names).toContain('D');
  });
});
