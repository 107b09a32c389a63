import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Home } from '../local/home.ts';
import { loadSecrets } from '../local/secrets.ts';
import type { ServicePorts } from '../local/service-environment.ts';
import { databaseRoles } from '../local/services.ts';
import { replicatedShape, type StackShape } from '../local/stack-shape.ts';
import { type Stack, startStack } from '../local/stack.ts';
import type { Launch } from '../local/supervise.ts';
import { createTemporaryHome, removeHome } from '../local/temporary-home.ts';
import { callService } from '../operator/call-service.ts';
import { FaultLink } from './fault-link.ts';
import { judge, type Verdict } from './oracle.ts';
import { random } from './random.ts';
import { startWorkload, type Target, type Workload } from './workload.ts';

const EXIT_MS = 30_000;
/** All services start at once, on a machine that may have two busy cores. */
const SETTLE_MS = 90_000;

export interface WorldOptions {
  readonly seed: number;
  readonly replicas: number;
  /** Services that have these replicas, the others have one; all when absent. */
  readonly replicated?: readonly string[];
  /** Servers of NATS. */
  readonly brokers?: number;
  /** Puts a link that can fail between every instance and Postgres and NATS. */
  readonly links: boolean;
  /** Has its database on the Citus cluster that `PSA_CHAOS_CITUS` names. */
  readonly onCitus?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Port of the coordinator of a Citus cluster to do harm to, as {@link StackShape.coordinatorPort} asks; undefined when none is named. */
export function coordinatorPort({ PSA_CHAOS_CITUS }: NodeJS.ProcessEnv): number | undefined {
  return PSA_CHAOS_CITUS === undefined ? undefined : Number(PSA_CHAOS_CITUS);
}

/** What an instance is started with from now on. */
export type NextLaunch = (usual: Launch) => Partial<Launch>;

interface MadeTenant {
  readonly tenant: string;
  readonly apiKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
}

export interface Ending {
  readonly instance: string;
  readonly ending: string;
}

/** A whole running product to do harm to, and to look behind. */
export class World {
  readonly home: Home;
  readonly stack: Stack;
  readonly tenant: string;
  readonly target: Target;
  /** Sees what nothing in the product may: every schema, every tenant. */
  readonly database: pg.Pool;
  /** Numbers in [0, 1) that the seed decides. */
  readonly next: () => number;
  /** How processes ended that were started again, in order. */
  readonly endings: Ending[];
  /** Ports of every instance by its name. */
  readonly instances: ReadonlyMap<string, ServicePorts>;
  /** The administrator's own address and password. */
  readonly admin: { readonly email: string; readonly password: string };
  readonly #links: ReadonlyMap<string, FaultLink>;
  readonly #launches: Map<string, NextLaunch>;

  private constructor(parts: {
    home: Home;
    stack: Stack;
    made: MadeTenant;
    launches: Map<string, NextLaunch>;
    links: ReadonlyMap<string, FaultLink>;
    instances: ReadonlyMap<string, ServicePorts>;
    endings: Ending[];
    seed: number;
  }) {
    this.home = parts.home;
    this.stack = parts.stack;
    this.tenant = parts.made.tenant;
    this.admin = { email: parts.made.adminEmail, password: parts.made.adminPassword };
    this.#launches = parts.launches;
    this.target = { baseUrl: parts.stack.baseUrl, apiKey: parts.made.apiKey };
    this.endings = parts.endings;
    this.instances = parts.instances;
    this.#links = parts.links;
    this.next = random(parts.seed);
    this.database = new pg.Pool({ connectionString: parts.stack.databaseUrl, max: 4 });
    this.database.on('error', () => {});
  }

  /** Starts one in a folder of its own, hands it to the work, and leaves nothing behind. */
  static async use<Result>(options: WorldOptions, work: (world: World) => Promise<Result>): Promise<Result> {
    const undo: (() => Promise<void> | void)[] = [];
    const home = createTemporaryHome('psa-chaos-');
    undo.push(() => removeHome(home));
    const links = new Map<string, FaultLink>();
    const launches = new Map<string, NextLaunch>();
    const endings: Ending[] = [];
    const instances = new Map<string, ServicePorts>();
    const shape: StackShape = {
      ...replicatedShape(
        (service) => ((options.replicated?.includes(service) ?? true) ? options.replicas : 1),
        (close) => undo.push(close),
      ),
      brokers: options.brokers ?? 1,
      coordinatorPort: options.onCitus === true ? coordinatorPort(process.env) : undefined,
      // Whoever is killed again and again is to do something in between.
      longestPauseMs: 200,
      async between(instance, server, port) {
        if (!options.links) return port;
        const link = await FaultLink.open(port);
        undo.push(() => link.close());
        links.set(`${instance}/${server}`, link);
        return link.port;
      },
      nextLaunch: (instance, usual) => launches.get(instance)?.(usual) ?? {},
      started: (instance, ports) => void instances.set(instance, ports),
      ended: (instance, ending) => void endings.push({ instance, ending }),
    };
    try {
      const stack = await startStack(home, { ...process.env, ...options.env }, (step) => undo.push(step), options.signal, shape);
      const made = await tenantOf(stack, 'chaos');
      const world = new World({ home, stack, made, launches, links, instances, endings, seed: options.seed });
      undo.push(() => world.database.end());
      return await work(world);
    } finally {
      for (const step of undo.reverse()) await step();
    }
  }

  /** Another tenant of the same product. */
  newTenant(slug: string): Promise<MadeTenant> {
    return tenantOf(this.stack, slug);
  }

  load(writers = 6, pauseMs?: number): Workload {
    return startWorkload(this.target, writers, pauseMs);
  }

  judge(load: Workload): Promise<Verdict> {
    return judge(this.database, this.tenant, load.seen);
  }

  pidOf(process: string): number {
    return Number(readFileSync(this.home.file('run', `${process}.pid`), 'utf8'));
  }

  /** Signals a process; one that is down is about to be started again. */
  signal(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    try {
      process.kill(this.pidOf(name), signal);
    } catch {
      // Down already.
    }
  }

  /** Decides what an instance is started with from its next start on. */
  launchNext(instance: string, next: NextLaunch): void {
    this.#launches.set(instance, next);
  }

  /**
   * Ends an instance in an orderly way and waits until it is back, as one of a rolling release is.
   * @param next what it is started with from now on; as before when absent
   * @returns how long it took to go, in milliseconds, and how it ended
   */
  async restart(instance: string, next?: NextLaunch): Promise<{ tookMs: number; ending: string }> {
    if (next !== undefined) this.launchNext(instance, next);
    const before = this.endings.length;
    const begun = Date.now();
    this.signal(instance, 'SIGTERM');
    while (this.endings.length === before) {
      if (Date.now() - begun > EXIT_MS) throw new Error(`${instance} does not end`);
      await sleep(20);
    }
    const tookMs = Date.now() - begun;
    // Back, seen by whoever balances, before the next one goes.
    await sleep(500);
    await this.settled();
    await sleep(1_500);
    return { tookMs, ending: this.endings.at(-1)?.ending ?? '' };
  }

  /** Address of a database for a role of a service; for the superuser when none is named. */
  databaseUrl(role?: string, database?: string): string {
    const url = new URL(this.stack.databaseUrl);
    if (database !== undefined) url.pathname = `/${database}`;
    if (role !== undefined) [url.username, url.password] = [role, loadSecrets(this.home, databaseRoles).rolePasswords[role] ?? ''];
    return url.href;
  }

  /** The links of the instances of these services (all when none is named) to a server. */
  linksTo(server: 'postgres' | 'nats', ...of: string[]): FaultLink[] {
    return [...this.#links]
      .filter(([name]) => name.endsWith(`/${server}`) && (of.length === 0 || of.some((service) => name.startsWith(service))))
      .map(([, link]) => link);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  between(shortest: number, longest: number): Promise<void> {
    return sleep(shortest + this.next() * (longest - shortest));
  }

  /** The status of an instance's readiness, 0 when it says nothing. */
  async readiness(instance: string): Promise<number> {
    return (await this.readinessReport(instance)).status;
  }

  /** The status of an instance's readiness with what it names, 0 when it says nothing. */
  async readinessReport(instance: string): Promise<{ status: number; body: string }> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.instances.get(instance)?.admin}/readyz`, {
        signal: AbortSignal.timeout(5_000),
      });
      return { status: response.status, body: await response.text() };
    } catch {
      return { status: 0, body: '' };
    }
  }

  /** Waits until every instance is ready. @returns how long it took, in milliseconds */
  async settled(timeoutMs = SETTLE_MS): Promise<number> {
    const begun = Date.now();
    for (;;) {
      const names = [...this.instances.keys()];
      const reports = await Promise.all(names.map((instance) => this.readinessReport(instance)));
      const late = names.flatMap((name, index) =>
        reports[index]?.status === 200 ? [] : [`${name}: ${reports[index]?.body || 'no answer'}`],
      );
      if (late.length === 0) return Date.now() - begun;
      if (Date.now() - begun > timeoutMs) throw new Error(`not everybody is ready after ${timeoutMs / 1000} s: ${late.join('; ')}`);
      await sleep(50);
    }
  }
}

function tenantOf(stack: Stack, slug: string): Promise<MadeTenant> {
  return callService({
    natsUrl: stack.natsUrl,
    service: 'identity',
    method: 'admin.tenant-create',
    data: { name: `Tenant ${slug}`, slug },
    timeoutMs: 10_000,
  }) as Promise<MadeTenant>;
}
