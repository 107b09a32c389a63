import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { judge } from '../../chaos/oracle.ts';
import { checkOutReleased } from '../../chaos/released-version.ts';
import { SteadyReaders } from '../../chaos/steady-readers.ts';
import { startWorkload } from '../../chaos/workload.ts';
import { claimAnyPort } from '../../local/ports.ts';
import { readIfExists } from '../../local/read-if-exists.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import { type AddressedInstance, ServiceAddress } from '../../local/service-address.ts';
import { databaseServices, services } from '../../local/services.ts';
import { POSTGRES_CONNECTIONS } from '../compose.ts';
import { ADMIN_PORT, HTTP_PORT } from '../workload.ts';
import { buildImages } from './build-images.ts';
import { type ComposeChanges, ComposeProject, type Container } from './compose-project.ts';
import { createTenant } from './create-tenant.ts';
import type { DrillResult } from './first-request.drill.ts';

const FILE = 'compose.yaml';
/** Of each service, gateways among them: as many as are needed for one to be replaced while another serves. */
const REPLICAS = 2;
const WRITERS = 4;
const WRITE_PAUSE_MS = 100;

/** One address of all callers cannot have the limits of one. */
const CHANGES: ComposeChanges = {
  environment: { gateway: { PSA_RATE_LIMIT_BURST: '100000', PSA_RATE_LIMIT_PER_MINUTE: '6000000' } },
  // As this version's file has it; the one released last leaves Postgres at 100.
  commands: { postgres: ['postgres', '-c', `max_connections=${POSTGRES_CONNECTIONS}`] },
  unchecked: services.map(({ name }) => name),
  unpublished: ['gateway'],
};

export interface RollingReleaseOptions {
  /** Of this version's images. */
  readonly version: string;
  /** A tag or commit to come from; the version released last when undefined. */
  readonly revision: string | undefined;
  /** Requests a second, beside the writers', of which none is sent again. */
  readonly perSecond: number;
}

/**
 * Brings a compose set of the version released last to this one under load: migrates, then replaces the containers of one service after the
 * other. New ones are started beside the old, which are ended once those are ready. Every failed request counts; what was acknowledged has to
 * be there, and every event to have had its effect, once.
 */
export async function rollingReleaseDrill({ version, revision, perSecond }: RollingReleaseOptions): Promise<DrillResult> {
  const released = await checkOutReleased(revision, { packages: false });
  const former = `released-${released.commit.slice(0, 8)}`;
  const names = services.map(({ name }) => name);
  const port = await claimAnyPort();
  const broker = await claimAnyPort();
  let project: ComposeProject | undefined;
  const undo: (() => Promise<void> | void)[] = [() => released.remove(), () => port.release(), () => broker.release()];
  try {
    await buildImages(released.root, names, { version: former, onlyMissing: true });
    project = await ComposeProject.open({ PSA_NATS_PORT: String(broker.port) });
    undo.push(() => project?.close());
    project.use(join(released.root, 'deploy'), FILE, CHANGES);
    // One after the other: side by side, the migrations of some releases lose to each other on a new database.
    for (const { name } of databaseServices) await project.compose(former, 'run', '--rm', '-T', `${name}-migrate`);
    const scales = names.map((name) => `--scale=${name}=${REPLICAS}`);
    await project.compose(former, 'up', '--detach', '--no-build', '--no-deps', ...scales, 'nats', ...names);
    for (const name of names) for (const container of await project.containers(name)) await project.ready(container);

    const gateways = (await project.containers('gateway')).map(instanceOf);
    const address = await ServiceAddress.open(port.port, gateways);
    undo.push(() => address.close());
    const made = await createTenant(project, `127.0.0.1:${broker.port}`);
    const target = { baseUrl: `http://127.0.0.1:${port.port}`, apiKey: made.apiKey };
    const database = await databaseOf(project);
    undo.push(() => database.end());

    const load = startWorkload(target, WRITERS, WRITE_PAUSE_MS);
    const readers = await SteadyReaders.start(target, perSecond);
    await sleep(5_000);
    const begun = Date.now();
    const faults: string[] = [];
    project.use(join(repositoryRoot, 'deploy'), FILE, CHANGES);
    await project.reloadBroker();
    for (const { name } of databaseServices) await project.compose(version, 'run', '--rm', '--no-deps', '-T', `${name}-migrate`);
    const tell = (what: string) => console.log(`${what} after ${seconds(begun)} s, ${readers.failures} requests failed so far`);
    tell('Migrated');
    for (const name of names) {
      faults.push(...(await replace(project, name, version, gateways)));
      tell(`Replaced ${name}`);
    }
    const tookS = seconds(begun);
    await sleep(5_000);
    const { done, failed } = await readers.stop();
    await load.stop();
    const verdict = await judge(database, made.tenant, load.seen);
    faults.push(...failed, ...verdict.faults);
    const { assets, clients, requests, retries } = load.seen;
    return {
      faults,
      summary:
        `from ${former} to ${version} in ${tookS} s, ${REPLICAS} of each of ${names.length} services: ${done} requests at ${perSecond} a second, ${failed.length} failed; ` +
        `${requests} writes, ${retries} sent again, ${assets.size} assets and ${clients.size} clients acknowledged; ` +
        `${verdict.events} events, settled after ${verdict.lag_ms} ms, ${verdict.faults.length} faults`,
    };
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** @returns how containers ended that did not end well */
async function replace(project: ComposeProject, name: string, version: string, gateways: AddressedInstance[]): Promise<string[]> {
  const old = await project.containers(name);
  const scale = `--scale=${name}=${old.length + REPLICAS}`;
  await project.compose(version, 'up', '--detach', '--no-build', '--no-deps', '--no-recreate', scale, name);
  const fresh = (await project.containers(name)).filter(({ id }) => !old.some((one) => one.id === id));
  if (fresh.length !== REPLICAS || fresh.some(({ image }) => !image.endsWith(`:${version}`)))
    return [`${name}: ${fresh.map(({ image }) => image).join(', ')} started beside the former ones`];
  for (const container of fresh) await project.ready(container);
  if (name === 'gateway') gateways.push(...fresh.map(instanceOf));
  const faults: string[] = [];
  for (const container of old) {
    const code = await project.retire(container);
    if (code !== 0) faults.push(`a container of ${name} ended with ${code}`);
  }
  return faults;
}

function instanceOf({ address }: Container): AddressedInstance {
  return { host: address, http: HTTP_PORT, admin: ADMIN_PORT };
}

async function databaseOf(project: ComposeProject): Promise<pg.Pool> {
  const password = /^POSTGRES_PASSWORD=(.*)$/m.exec(readIfExists(join(project.folder, '.env')) ?? '')?.[1] ?? '';
  const [server] = await project.containers('postgres');
  const url = new URL(`postgres://postgres@${server?.address}:5432/psa`);
  url.password = password;
  return new pg.Pool({ connectionString: url.href, max: 4 });
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
