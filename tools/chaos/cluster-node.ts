import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { claimAnyPort } from '../local/ports.ts';
import { runCommand } from '../local/run-command.ts';
import { waitUntil } from '../local/wait-until.ts';

const BACK_MS = 30_000;

/** A worker of a Citus cluster on this machine, to do harm to. */
export class ClusterNode {
  /** `host:port`, as the cluster knows it. */
  readonly address: string;
  readonly #url: string;
  readonly #data: string;

  private constructor(address: string, url: string, data: string) {
    this.address = address;
    this.#url = url;
    this.#data = data;
  }

  /** The workers a coordinator knows. @param coordinator connected as the superuser */
  static async workersOf(coordinator: pg.Pool, coordinatorUrl: string): Promise<ClusterNode[]> {
    const { rows } = await coordinator.query<{ nodename: string; nodeport: number }>(
      "select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeport",
    );
    return Promise.all(
      rows.map(async ({ nodename, nodeport }) => {
        const url = new URL(coordinatorUrl);
        url.host = `${nodename}:${nodeport}`;
        const [found] = await ask<{ data: string }>(url.href, "select current_setting('data_directory') as data");
        return new ClusterNode(`${nodename}:${nodeport}`, url.href, found!.data);
      }),
    );
  }

  /** Kills all its processes at once. @returns how to start it again as it was started */
  kill(): () => Promise<void> {
    const server = this.#server();
    this.#signal('SIGKILL');
    return () => start(server, this.#url);
  }

  /**
   * Has a copy of it follow it: from then on a commit is on both before it is acknowledged.
   * @param coordinator connected as the superuser
   * @returns how to have the copy take its place, once it is gone
   */
  async addStandby(coordinator: pg.Pool): Promise<() => Promise<void>> {
    const server = this.#server();
    const { hostname, port, username } = new URL(this.#url);
    const data = `${this.#data}-standby`;
    const claim = await claimAnyPort();
    const copied = await runCommand(
      join(dirname(server.program), 'pg_basebackup'),
      ['-h', hostname, '-p', port, '-U', username, '-D', data, '-R', '-C', '-S', 'standby', '-c', 'fast'],
      server,
    );
    if (!copied.ok) throw new Error(`${this.address} could not be copied: ${copied.output}`);
    const standby = new URL(this.#url);
    standby.port = String(claim.port);
    const args = server.args.map((text) => (text === this.#data ? data : text));
    await start({ ...server, args: [...args, '-c', `port=${claim.port}`] }, standby.href);
    await ask(this.#url, "alter system set synchronous_standby_names = '*'");
    await ask(this.#url, 'select pg_reload_conf()');
    const follows = async () => (await ask(this.#url, "select from pg_stat_replication where sync_state = 'sync'")).length === 1;
    if (!(await waitUntil(follows, { timeoutMs: BACK_MS }))) throw new Error(`The standby of ${this.address} does not follow it`);
    return async () => {
      await ask(standby.href, 'select pg_promote()');
      await coordinator.query(
        'select citus_update_node(nodeid, nodename, $2, true, 1000) from pg_dist_node where nodename = $3 and nodeport = $1',
        [Number(port), claim.port, hostname],
      );
    };
  }

  /** Stops all its processes without a word. @returns how to let them go on */
  freeze(): () => void {
    this.#signal('SIGSTOP');
    return () => this.#signal('SIGCONT');
  }

  #server(): Server {
    const pid = this.#pid();
    const textsOf = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1);
    const { uid, gid } = statSync(this.#data);
    return {
      program: readlinkSync(`/proc/${pid}/exe`),
      args: textsOf('cmdline').slice(1),
      cwd: readlinkSync(`/proc/${pid}/cwd`),
      env: Object.fromEntries(textsOf('environ').map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)])),
      uid,
      gid,
    };
  }

  #pid(): number {
    return Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#pid();
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended in the meantime.
      }
    }
  }
}

/** How a server was started. */
interface Server {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid: number;
  readonly gid: number;
}

async function start({ program, args, ...options }: Server, url: string): Promise<void> {
  const end = Date.now() + BACK_MS;
  for (;;) {
    // Refused while the last process of the one before holds the shared memory.
    spawn(program, args, { ...options, detached: true, stdio: 'ignore' }).unref();
    await sleep(500);
    if ((await ask(url, 'select').catch(() => [])).length === 1) return;
    if (Date.now() > end) throw new Error(`The server at ${new URL(url).host} does not start`);
  }
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] === String(pid) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
