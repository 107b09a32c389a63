import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

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
        const client = new pg.Client({ connectionString: url.href });
        await client.connect();
        try {
          const found = await client.query<{ data: string }>("select current_setting('data_directory') as data");
          return new ClusterNode(`${nodename}:${nodeport}`, url.href, found.rows[0]!.data);
        } finally {
          await client.end();
        }
      }),
    );
  }

  /** Kills all its processes at once. @returns how to start it again as it was started */
  kill(): () => Promise<void> {
    const pid = this.#pid();
    const [program, folder] = [readlinkSync(`/proc/${pid}/exe`), readlinkSync(`/proc/${pid}/cwd`)];
    const textsOf = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0').slice(0, -1);
    const [, ...args] = textsOf('cmdline');
    const env = Object.fromEntries(textsOf('environ').map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
    const { uid, gid } = statSync(this.#data);
    this.#signal('SIGKILL');
    return async () => {
      const end = Date.now() + BACK_MS;
      for (;;) {
        // Refused while the last of its processes holds the shared memory.
        spawn(program, args, { cwd: folder, env, uid, gid, detached: true, stdio: 'ignore' }).unref();
        await sleep(500);
        if (await this.#answers()) return;
        if (Date.now() > end) throw new Error(`${this.address} does not start again`);
      }
    };
  }

  /** Stops all its processes without a word. @returns how to let them go on */
  freeze(): () => void {
    this.#signal('SIGSTOP');
    return () => this.#signal('SIGCONT');
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
        // Ended by itself meanwhile.
      }
    }
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: 2_000 });
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
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
