import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket, connect } from 'node:net';
import { createTestDatabase, eventually, takeNatsAccount, type TestDatabase, TestService } from '@psa/test-kit';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLog } from '@psa/observability-kit';
import { createQueueTable, type MigrationDb, WorkQueue } from '@psa/postgres-kit';
import { readSettings, type ServiceSettings, serviceSettings, startService } from './index.ts';
import { clockService } from './testing/clock-service.ts';
import { freePort } from './testing/free-port.ts';

const get = async (base: string, path: string) => {
  const response = await fetch(new URL(path, base));
  const text = await response.text();
  return {
    status: response.status,
    text,
    body: response.headers.get('content-type')?.includes('json') === true ? (JSON.parse(text) as unknown) : undefined,
  };
};

describe('the admin server of a service', () => {
  let service: TestService;
  afterEach(() => service.stop());

  it('says that it lives and is ready, and nothing else', async () => {
    service = await TestService.start(clockService());
    const { adminUrl } = service.running;
    expect(await get(adminUrl, '/livez')).toMatchObject({ status: 200, body: { status: 'up' } });
    expect(await get(adminUrl, '/readyz')).toMatchObject({
      status: 200,
      body: { postgres: 'up', clock: 'up', migrations: 'up', nats: 'up', api: 'up' },
    });
    for (const path of ['/', '/readyz/', '/admin', '/livez?x=1'])
      expect(await get(adminUrl, path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });

  it('counts requests by their route, never by their path', async () => {
    service = await TestService.start(clockService());
    await get(service.running.url, '/strike?x=1');
    await get(service.running.url, '/no/such/path/of-nobody');
    const { text } = await get(service.running.adminUrl, '/metrics');
    expect(text).toContain('http_server_request_duration_seconds_count{service="kit_service",method="GET",route="/strike",status="200"} 1');
    expect(text).toContain('route="(unmatched)",status="404"');
    expect(text).toContain('outbox_pending{service="kit_service"} 0');
    expect(text).toContain('outbox_oldest_age_seconds{service="kit_service"} 0');
    expect(text).not.toContain('of-nobody');
  });

  it('names the migration that has not run yet', async () => {
    service = await TestService.start(clockService());
    await service.sql("delete from kysely_migration where name = '0001-kit'");
    expect(await get(service.running.adminUrl, '/readyz')).toMatchObject({
      status: 503,
      body: { postgres: 'up', migrations: 'down: not yet: 0001-kit' },
    });
  });

  it.each([
    ['ahead of', 600_000],
    ['behind', -600_000],
  ])('is not ready while its clock is minutes %s the database', async (side, shift) => {
    service = await TestService.start(clockService());
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + shift);
    try {
      // What a probe found is kept for a second.
      await eventually(async () => {
        expect(await get(service.running.adminUrl, '/readyz')).toMatchObject({
          status: 503,
          body: { postgres: 'up', clock: expect.stringMatching(`^down: this machine is (?:599|600) s ${side} the database$`) },
        });
        return true;
      });
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('does not count its own questions among those who wait for a connection', async () => {
    const queues = Array.from({ length: 3 }, (_, nth) => new WorkQueue(`kit_jobs_${nth}`));
    const migration = async (db: MigrationDb) => {
      for (const { table } of queues) await createQueueTable(db, 'kit_service', table);
    };
    service = await TestService.start({
      ...clockService(),
      migrations: { ...clockService().migrations, '0002-queues': { up: migration } },
      workers: queues.map((queue) => ({ name: queue.table, pollMs: 60_000, queue, open: () => ({ round: () => Promise.resolve(false) }) })),
    });
    // What a service does when it starts may still be under way.
    await eventually(async () => {
      const { text } = await get(service.running.adminUrl, '/metrics');
      expect(text).toContain('queue_open_jobs{queue="kit_jobs_2",service="kit_service"} 0');
      expect(text).toContain('db_pool_waiting{pool="worker",service="kit_service"} 0');
      return true;
    });
  });

  it('is ready while all of its connections are in use', async () => {
    service = await TestService.start(clockService(), { settings: { PSA_DATABASE_POOL: 2 } });
    const { adminUrl, database } = service.running;
    const clients = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const waiting = database.query('select 1');
    expect((await get(adminUrl, '/metrics')).text).toContain('db_pool_waiting{pool="app",service="kit_service"} 1');
    expect(await get(adminUrl, '/readyz')).toMatchObject({ status: 200, body: { postgres: 'up', migrations: 'up' } });
    for (const client of clients) client.release();
    await waiting;
  });

  it('stays alive without its database, names it, still gives its figures, and is ready again when it is back', async () => {
    service = await TestService.start(clockService());
    const { adminUrl } = service.running;
    const name = new URL(service.database.adminUrl).pathname.slice(1);
    const elsewhere = await createTestDatabase('kit_service', clockService().migrations);
    try {
      await elsewhere.admin.query(`alter database ${name} allow_connections false`);
      await elsewhere.admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      expect(await get(adminUrl, '/livez')).toMatchObject({ status: 200 });
      await eventually(async () => (await get(adminUrl, '/readyz')).status === 503);
      expect((await get(adminUrl, '/readyz')).body).toMatchObject({ postgres: expect.stringMatching(/^down: /) as unknown, nats: 'up' });
      const { status, text } = await get(adminUrl, '/metrics');
      expect(status).toBe(200);
      expect(text).toContain('outbox_pending{service="kit_service"} Nan');
      expect(text).toContain('db_pool_waiting{pool="app",service="kit_service"} 0');
    } finally {
      await elsewhere.admin.query(`alter database ${name} allow_connections true`);
      await elsewhere.drop();
    }
    await eventually(async () => (await get(adminUrl, '/readyz')).status === 200);
  });
});

describe('a service whose broker comes and goes', () => {
  let database: TestDatabase;
  let broker: Broker;
  let settings: ServiceSettings;
  beforeEach(async () => {
    database = await createTestDatabase('kit_service', clockService().migrations);
    const natsUrl = new URL(await takeNatsAccount());
    broker = await Broker.before(natsUrl.host);
    natsUrl.host = broker.host;
    settings = readSettings(serviceSettings, {
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: '0',
      PSA_ADMIN_PORT: String(await freePort()),
      PSA_NATS_URL: natsUrl.href,
      PSA_DATABASE_URL: database.appUrl,
      PSA_WORKER_DATABASE_URL: database.workerUrl,
      PSA_JWKS_URL: 'http://127.0.0.1:1/unused',
    });
  });
  afterEach(async () => {
    await broker.close();
    await database.drop();
  });

  const start = () => startService(clockService(), { settings, log: createLog('kit_service', 'silent') });

  it('is alive while it waits for it at its start, and says so', async () => {
    const starting = start();
    const adminUrl = `http://127.0.0.1:${settings.PSA_ADMIN_PORT}`;
    await eventually(async () => (await get(adminUrl, '/livez')).status === 200);
    expect(await get(adminUrl, '/readyz')).toMatchObject({
      status: 503,
      body: { postgres: 'up', nats: 'down: not connected', api: 'down: not listening' },
    });
    broker.open();
    const running = await starting;
    expect(await get(adminUrl, '/readyz')).toMatchObject({ status: 200 });
    await running.stop();
  });

  it('goes on without it, unready, and stops without it', async () => {
    broker.open();
    const running = await start();
    // The relay has asked for its stream and is not waiting for an answer that cannot come any more.
    await eventually(async () => (await database.admin.query('select 1 from relay_state')).rowCount === 1);
    await broker.close();
    await eventually(async () => (await get(running.adminUrl, '/readyz')).status === 503);
    expect((await get(running.adminUrl, '/readyz')).body).toMatchObject({ postgres: 'up', nats: 'down: not connected' });
    expect((await get(running.url, '/strike')).status).toBe(200);
    await running.stop();
  });
});

describe('a service that stops', () => {
  it('turns unready, finishes what is under way, and takes nothing new', async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const service = await TestService.start(clockService(), {
      ports: {
        strike: () => {
          reached.resolve();
          return gate.promise;
        },
      },
    });
    const { url, adminUrl } = service.running;
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle, 'connect');
    const underWay = get(url, '/strike');
    await reached.promise;

    const stopped = service.stop();
    await eventually(async () => (await get(adminUrl, '/readyz')).text === '{"status":"draining"}');
    expect((await get(adminUrl, '/livez')).status).toBe(200);
    await eventually(() =>
      fetch(new URL('/strike', url)).then(
        () => false,
        () => true,
      ),
    );
    gate.resolve();
    expect(await underWay).toMatchObject({ status: 200, body: { data: { struck: true } } });
    await stopped;
    await expect(fetch(new URL('/livez', adminUrl))).rejects.toThrow();
  });
});

/** Stands before the broker and lets nobody through until it is opened. */
class Broker {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isOpen = false;

  private constructor(target: string) {
    const [host, port] = target.split(':');
    this.#server = createTcpServer((inner) => {
      if (!this.#isOpen) {
        inner.destroy();
        return;
      }
      const outer = connect(Number(port), host);
      for (const socket of [inner, outer]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
      }
      inner.pipe(outer).pipe(inner);
    });
  }

  static async before(target: string): Promise<Broker> {
    const broker = new Broker(target);
    broker.#server.listen(0, '127.0.0.1');
    await once(broker.#server, 'listening');
    return broker;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  open(): void {
    this.#isOpen = true;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
