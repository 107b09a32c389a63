import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Home } from './home.ts';
import { postgresUser } from './postgres-user.ts';
import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';
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

/**
 * Starts PgBouncer, from PATH, in transaction mode before a Postgres. Clients prove themselves by what Postgres knows of them.
 * @throws Refusal when it is not installed
 */
export async function startPgBouncer({ home, port, databaseUrl, say, signal }: PgBouncerOptions): Promise<RunningPgBouncer> {
  const { ok } = await runCommand('pgbouncer', ['--version'], { signal });
  if (!ok) throw new Refusal('PgBouncer is not installed: apt-get install pgbouncer.');
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
    { name: 'pgbouncer', command: 'pgbouncer', args: [configFile], stopMs: 5_000, ...(user && { uid: user.uid, gid: user.gid }) },
    say,
  );
  return { stop: () => server.stop() };
}
