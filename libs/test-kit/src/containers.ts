import { GenericContainer, Wait } from 'testcontainers';
import type { TestServers } from './server-addresses.ts';

let started: Promise<TestServers> | undefined;

/** Postgres and NATS in containers, for test runs outside `npm test`; removed when the process ends. */
export function startContainers(): Promise<TestServers> {
  return (started ??= start());
}

async function start(): Promise<TestServers> {
  const password = 'test';
  const accounts = Array.from(
    { length: 200 },
    (_, index) => `T${index}: { jetstream: enabled, users: [{ user: t${index}, password: ${password} }] }`,
  ).join('\n');
  const [postgres, nats] = await Promise.all([
    new GenericContainer('postgres:17-alpine')
      .withEnvironment({ POSTGRES_PASSWORD: password, LANG: 'C.UTF-8' })
      .withExposedPorts(5432)
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
    new GenericContainer('nats:2.10-alpine')
      .withCopyContentToContainer([
        { content: `jetstream { store_dir: /tmp/js }\naccounts {\n${accounts}\n}`, target: '/etc/psa-test.conf' },
      ])
      .withCommand(['-c', '/etc/psa-test.conf'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forListeningPorts())
      .start(),
  ]);
  return {
    databaseUrl: `postgres://postgres:${password}@${postgres.getHost()}:${postgres.getMappedPort(5432)}/postgres`,
    natsHost: `${nats.getHost()}:${nats.getMappedPort(4222)}`,
    natsPassword: password,
  };
}
