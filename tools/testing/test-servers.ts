import { startNats } from '../local/nats.ts';
import { claimAnyPort } from '../local/ports.ts';
import { startPgBouncer } from '../local/pgbouncer.ts';
import { startPostgres } from '../local/postgres.ts';
import { Refusal } from '../local/refusal.ts';
import { newPassword } from '../local/secrets.ts';
import type { Home } from '../local/home.ts';

/** How many test files may have a JetStream of their own; the test kit hands the accounts out. */
const TEST_ACCOUNTS = 2000;

/** What the test kit reads. */
export interface TestEnvironment {
  PSA_TEST_DATABASE_URL: string;
  PSA_TEST_NATS_HOST: string;
  PSA_TEST_NATS_PASSWORD: string;
  /** Port of the pooler that services under test reach Postgres by. */
  PSA_TEST_POOLER_PORT?: string;
}

export interface TestServers {
  environment: TestEnvironment;
  stop(): Promise<void>;
}

/** Starts the servers that tests need, but for those whose address the environment already gives. */
export async function startTestServers(home: Home, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<TestServers> {
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => void (await Promise.all(started.map((server) => server.stop())));
  const results = await Promise.allSettled([postgres(), nats()]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [databaseUrl, broker] = results as [PromiseFulfilledResult<string>, PromiseFulfilledResult<{ host: string; password: string }>];
  return {
    environment: {
      PSA_TEST_DATABASE_URL: databaseUrl.value,
      PSA_TEST_NATS_HOST: broker.value.host,
      PSA_TEST_NATS_PASSWORD: broker.value.password,
      ...(env.PSA_TEST_POOLER === 'pgbouncer' ? { PSA_TEST_POOLER_PORT: await pgBouncer(databaseUrl.value) } : {}),
    },
    stop,
  };

  async function pgBouncer(behind: string): Promise<string> {
    const { port } = await claimAnyPort();
    started.push(await startPgBouncer({ home, port, databaseUrl: behind, say: console.error, signal }));
    return String(port);
  }

  async function postgres(): Promise<string> {
    if (env.PSA_TEST_DATABASE_URL) return env.PSA_TEST_DATABASE_URL;
    if (env.PSA_TEST_ENGINE === 'citus')
      throw new Refusal('PSA_TEST_ENGINE=citus needs the address of a coordinator in PSA_TEST_DATABASE_URL.');
    const { port } = await claimAnyPort();
    const server = await startPostgres({ home, port, password: newPassword(), durability: 'throwaway', say: console.error, signal });
    started.push(server);
    return server.url('postgres');
  }

  async function nats(): Promise<{ host: string; password: string }> {
    if (env.PSA_TEST_NATS_HOST) return { host: env.PSA_TEST_NATS_HOST, password: env.PSA_TEST_NATS_PASSWORD ?? '' };
    const password = newPassword();
    const [client, monitor] = [await claimAnyPort(), await claimAnyPort()];
    const server = await startNats({
      home,
      port: client.port,
      monitorPort: monitor.port,
      durability: 'throwaway',
      accounts: { count: TEST_ACCOUNTS, password },
      say: console.error,
      signal,
    });
    started.push(server);
    return { host: `127.0.0.1:${client.port}`, password };
  }
}
