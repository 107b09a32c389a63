import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { findPgBouncer } from './find-pgbouncer.ts';
import type { Home } from './home.ts';
import { postgresUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';
import { supervise } from './supervise.ts';

export interface PgBouncerOptions {
  readonly home: Home;
  readonly port: number;
  /** Superuser's address of the Postgres behind it. */
  readonly databaseUrl: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface RunningPgBouncer {
  stop(): Promise<void>;
}

/** Connections to Postgres for each user and database: fewer than the clients have, or nothing would be shared. */
const POOL_SIZE = 4;
/** Seconds until it looks again for a database that was away. */
const LOGIN_RETRY_S = 1;
/** Seconds after which clients that wait for such a database hear of it: before their own deadlines. */
const QUERY_WAIT_S = 5;

/**
 * Starts PgBouncer in transaction mode before a Postgres. Clients prove themselves by what Postgres knows of them.
 * @throws Refusal when it cannot be had
 */
export async function startPgBouncer({ home, port, databaseUrl, say, signal }: PgBouncerOptions): Promise<RunningPgBouncer> {
  const found = await findPgBouncer(home.file('pgbouncer', 'program'), say, signal);
  if (found === undefined) throw new Refusal('PgBouncer is missing and could not be fetched: apt-get install pgbouncer.');
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const folder = home.file('pgbouncer');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [configFile, usersFile] = [home.file('pgbouncer', 'pgbouncer.ini'), home.file('pgbouncer', 'users.txt')];
  writeFileSync(usersFile, `"${username}" "${password}"\n`, { mode: 0o600 });
  writeFileSync(
    configFile,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 2000
auth_type = scram-sha-256
auth_file = ${usersFile}
auth_user = ${username}
auth_query = select usename, passwd from pg_shadow where usename = $1
server_login_retry = ${LOGIN_RETRY_S}
query_wait_timeout = ${QUERY_WAIT_S}
ignore_startup_parameters = extra_float_digits,options
log_connections = 0
log_disconnections = 0
`,
    { mode: 0o600 },
  );
  const user = await postgresUser();
  if (user !== undefined) for (const path of [folder, configFile, usersFile]) chownSync(path, user.uid, user.gid);
  const server = supervise(
    home,
    {
      name: 'pgbouncer',
      command: found.path,
      args: [configFile],
      env: { ...process.env, ...(found.libraries !== undefined && { LD_LIBRARY_PATH: found.libraries }) },
      stopMs: 5_000,
      ...(user && { uid: user.uid, gid: user.gid }),
    },
    say,
  );
  return { stop: () => server.stop() };
}
