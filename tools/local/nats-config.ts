import { isAtLeast } from './nats-server.ts';
import { authorizationLines, type NatsUser } from './nats-users.ts';

export interface NatsConfig {
  host: string;
  port: number;
  monitorPort: number;
  storeFolder: string;
  serverVersion: string;
  /** `throwaway` skips what costs time and keeps nothing worth keeping. */
  durability: 'durable' | 'throwaway';
  /** Isolated accounts T0, T1, … with one user each, t0, t1, …: for tests that must not see each other's streams. */
  accounts?: { count: number; password: string };
  /** One of several servers that keep streams together. */
  cluster?: NatsNode;
  /** The one account's users, and their passwords by name. */
  users?: { list: readonly NatsUser[]; passwords: Readonly<Record<string, string>> };
}

/** A server of a cluster. */
export interface NatsNode {
  name: string;
  /** Where the others reach it. */
  clusterPort: number;
  /** Where all of them, itself as well, reach each other. */
  clusterPorts: readonly number[];
}

/** The text of a configuration file for nats-server. */
export function natsConfig(config: NatsConfig): string {
  // Servers before 2.10 refuse to start with this setting, and flush every two minutes; Postgres is the record either way.
  const syncsAlways = config.durability === 'durable' && isAtLeast(config.serverVersion, '2.10');
  return `${[
    `listen: ${JSON.stringify(`${config.host}:${config.port}`)}`,
    `http: ${JSON.stringify(`${config.host}:${config.monitorPort}`)}`,
    'max_payload: 1MB',
    'jetstream {',
    `  store_dir: ${JSON.stringify(config.storeFolder)}`,
    '  max_memory_store: 512MB',
    '  max_file_store: 8GB',
    ...(syncsAlways ? ['  sync_interval: always'] : []),
    '}',
    ...(config.cluster ? clusterLines(config.host, config.cluster) : []),
    ...(config.users ? authorizationLines(config.users.list, (user) => JSON.stringify(config.users?.passwords[user])) : []),
    ...(config.accounts ? accountLines(config.accounts) : []),
  ].join('\n')}\n`;
}

function clusterLines(host: string, { name, clusterPort, clusterPorts }: NatsNode): string[] {
  const routes = clusterPorts.map((port) => JSON.stringify(`nats://${host}:${port}`)).join(', ');
  return [
    `server_name: ${JSON.stringify(name)}`,
    `cluster { name: psa, listen: ${JSON.stringify(`${host}:${clusterPort}`)}, routes: [${routes}] }`,
  ];
}

function accountLines({ count, password }: { count: number; password: string }): string[] {
  const account = (index: number) =>
    `  T${index} { jetstream: enabled, users: [{ user: "t${index}", password: ${JSON.stringify(password)} }] }`;
  return ['accounts {', ...Array.from({ length: count }, (_, index) => account(index)), '}'];
}
