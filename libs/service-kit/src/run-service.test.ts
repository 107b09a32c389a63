import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { eventually, takeNatsAccount, createTestDatabase, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { freePort } from './testing/free-port.ts';
import { StartedProgram } from './testing/started-program.ts';

// Each test starts processes, which takes long on a busy machine.
jest.setTimeout(120_000);

const main = join(import.meta.dirname, '../../../apps/assets/src/main.ts');

/** A process of a real service. */
class Process extends StartedProgram {
  constructor(environment: Record<string, string>, ...commands: string[]) {
    super(main, environment, ...commands);
  }

  /** A member of a line that the process logged. */
  logged(member: string): Promise<string> {
    return eventually(() => {
      const line = this.lines().find((one) => member in one);
      return line === undefined ? Promise.reject(new Error(`no ${member} in: ${this.output}`)) : String(line[member]);
    }, 20_000);
  }
}

describe('the process of a service', () => {
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase('assets', {});
    environment = {
      PSA_HTTP_HOST: '127.0.0.1',
      PSA_HTTP_PORT: '0',
      PSA_ADMIN_PORT: '0',
      PSA_NATS_URL: await takeNatsAccount(),
      PSA_DATABASE_URL: database.appUrl,
      PSA_WORKER_DATABASE_URL: database.workerUrl,
      PSA_MIGRATION_DATABASE_URL: database.adminUrl,
      PSA_JWKS_URL: 'http://127.0.0.1:1/unused',
      PSA_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    };
  });
  afterAll(() => database.drop());

  it('migrates, and says what it did', async () => {
    const first = await new Process(environment, 'migrate').exited();
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/^assets: 0001-[\w-]+(?:, \d{4}-[\w-]+)*\n$/) as unknown });
    expect(await new Process(environment, 'migrate').exited()).toEqual({ code: 0, signal: null, output: 'assets: up to date\n' });
  });

  it.each([
    ['a server that is away, which may be tried again', 'postgres://a:b@127.0.0.1:9/psa', 75, 'ECONNREFUSED'],
    ['a password that is wrong', undefined, 65, '"code":"28'],
  ])('says in one line of JSON that migrating failed: %s', async (_what, url, code, why) => {
    const wrong = url ?? Object.assign(new URL(database.adminUrl), { username: 'nobody', password: 'wrong' }).href;
    const failed = await new Process({ ...environment, PSA_MIGRATION_DATABASE_URL: wrong }, 'migrate').exited();
    expect({ ...failed, output: '' }).toEqual({ code, signal: null, output: '' });
    expect(JSON.parse(failed.output)).toMatchObject({ level: 'fatal', service: 'assets', msg: 'migration failed' });
    expect(failed.output).toContain(why);
  });

  it('serves until it is told to stop, and then exits as if nothing had happened', async () => {
    const service = new Process(environment);
    const adminUrl = await service.logged('adminUrl');
    await eventually(async () => (await fetch(`${adminUrl}/readyz`)).ok);
    service.signal('SIGTERM');
    service.signal('SIGINT');
    const { code, output } = await service.exited();
    expect(code).toBe(0);
    expect(output.match(/"msg":"stopping"/g)).toHaveLength(1);
    expect(output).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it('stops at once while it still waits for its broker, as the first process of a container would not by itself', async () => {
    const adminPort = await freePort();
    const service = new Process({
      ...environment,
      PSA_NATS_URL: 'nats://127.0.0.1:9',
      PSA_VERSION: '1.2.3',
      PSA_ADMIN_PORT: String(adminPort),
    });
    await eventually(async () => (await fetch(`http://127.0.0.1:${adminPort}/livez`)).ok, 20_000);
    service.signal('SIGTERM');
    const { code, signal, output } = await service.exited();
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    expect(JSON.parse(output)).toMatchObject({ level: 'info', service: 'assets', version: '1.2.3', msg: 'stopping' });
  });

  it('turns unready at once, goes on serving while the others notice, and ends its connections', async () => {
    const service = new Process({ ...environment, PSA_DRAIN_SECONDS: '2' });
    const [url, adminUrl] = [await service.logged('url'), await service.logged('adminUrl')];
    const before = await fetch(`${url}/none`);
    const began = Date.now();
    service.signal('SIGTERM');
    await eventually(async () => (await fetch(`${adminUrl}/readyz`)).status === 503);
    const during = await fetch(`${url}/none`);
    expect([before, during].map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
      [404, null],
      [404, 'close'],
    ]);
    expect((await service.exited()).code).toBe(0);
    expect(Date.now() - began).toBeGreaterThan(2_000);
  });

  it('that cannot have its port says so and fails', async () => {
    const first = new Process(environment);
    const url = await first.logged('url');
    const second = new Process({ ...environment, PSA_HTTP_PORT: new URL(url).port });
    const { code, output } = await second.exited();
    expect(code).toBe(1);
    expect(output).toContain('EADDRINUSE');
    first.signal('SIGTERM');
    expect((await first.exited()).code).toBe(0);
  });
});
