import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { containerEngine } from '../../local/container-engine.ts';
import { Refusal } from '../../local/refusal.ts';
import { runCommand } from '../../local/run-command.ts';
import { waitUntil } from '../../local/wait-until.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import { LOCAL_URL } from '../compose.ts';
import { ADMIN_PORT, GRACE_SECONDS } from '../workload.ts';

/** A container of the project. */
export interface Container {
  readonly id: string;
  readonly image: string;
  /** Its address in the engine's network, which the engine's machine reaches. */
  readonly address: string;
}

interface ComposeFile {
  name?: string;
  readonly services: Record<
    string,
    { ports?: string[]; environment?: Record<string, string>; command?: readonly string[]; healthcheck?: object }
  >;
}

/** What a drill changes of a compose file. */
export interface ComposeChanges {
  /** Added to the environment of services, by name. */
  readonly environment?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What services are run with, by name. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
  /** Services that the drill itself asks how they are: a check of the engine starts a process in each container, every ten seconds. */
  readonly unchecked?: readonly string[];
  /** Services whose ports are not published, so that there may be several of each. */
  readonly unpublished?: readonly string[];
}

const PROJECT = 'psa-drill';
const START_MS = 300_000;

/** A compose set with secrets of its own, which leaves nothing behind. */
export class ComposeProject {
  readonly folder: string;
  readonly #engine: string;
  readonly #compose: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #file = '';

  private constructor(engine: string, compose: readonly string[], env: NodeJS.ProcessEnv) {
    this.folder = mkdtempSync(join(tmpdir(), 'psa-drill-'));
    this.#engine = engine;
    this.#compose = compose;
    this.#env = env;
  }

  /** @param env what compose files refer to, such as the published ports @throws Refusal without an engine or Compose */
  static async open(env: Readonly<Record<string, string>>): Promise<ComposeProject> {
    const engine = await containerEngine();
    if (engine === undefined) throw new Refusal('This needs Docker or Podman, and its daemon.');
    const isPlugin = (await runCommand(engine, ['compose', 'version'])).ok;
    const compose = isPlugin ? [engine, 'compose'] : ['docker-compose'];
    if (!isPlugin && !(await runCommand('docker-compose', ['version'])).ok) throw new Refusal('This needs Docker Compose.');
    const project = new ComposeProject(engine, compose, { ...process.env, ...env });
    await project.down();
    const { ok, output } = await runCommand(process.execPath, [join(repositoryRoot, 'tools/deploy.ts'), 'secrets', project.folder]);
    if (!ok) throw new Refusal(`No secrets could be made:\n${output}`);
    return project;
  }

  /**
   * Takes a compose file for the next commands.
   * @param deploy folder `deploy` of the version it belongs to; its broker's users are not read before the broker reloads them
   */
  use(deploy: string, file: string, { environment = {}, commands = {}, unchecked = [], unpublished = [] }: ComposeChanges = {}): void {
    // Overwritten in place: what is mounted is the file itself.
    for (const name of ['nats.conf', 'users.conf']) {
      const text = readFileSync(join(deploy, 'nats', name), 'utf8');
      cpSync(join(deploy, 'nats'), join(this.folder, 'nats'), { recursive: true, force: false });
      writeFileSync(join(this.folder, 'nats', name), text);
    }
    // Compose 1 takes the default inside of a default for its end.
    const text = readFileSync(join(deploy, file), 'utf8').replaceAll(LOCAL_URL, `http://127.0.0.1:${this.#env['PSA_PORT'] ?? '8080'}`);
    const content = parse(text) as ComposeFile;
    // Compose 1 knows no names of projects in files; the name is given by the command.
    delete content.name;
    for (const [service, added] of Object.entries(environment)) {
      const declared = content.services[service];
      if (declared !== undefined) declared.environment = { ...declared.environment, ...added };
    }
    for (const [service, command] of Object.entries(commands)) {
      const declared = content.services[service];
      if (declared !== undefined) declared.command = command;
    }
    for (const service of unchecked) delete content.services[service]?.healthcheck;
    for (const service of unpublished) delete content.services[service]?.ports;
    this.#file = join(this.folder, file);
    writeFileSync(this.#file, stringify(content));
  }

  /** Runs Compose. @throws Refusal with its output @param version of the images */
  async compose(version: string, ...args: string[]): Promise<string> {
    const [program = '', ...first] = this.#compose;
    return this.#run(program, [...first, '--project-name', PROJECT, '--file', this.#file, ...args], version);
  }

  /** The containers of a service that run, the oldest first. */
  async containers(service: string): Promise<Container[]> {
    const filters = [`project=${PROJECT}`, `service=${service}`].flatMap((label) => ['--filter', `label=com.docker.compose.${label}`]);
    const ids = (await this.#run(this.#engine, ['ps', '--quiet', ...filters])).split(/\s+/).filter(Boolean);
    const format = '{{.Config.Image}} {{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    const found = await Promise.all(
      ids.map(async (id) => {
        const [image = '', address = ''] = (await this.#run(this.#engine, ['inspect', '--format', format, id])).split(' ');
        return { id, image, address };
      }),
    );
    return found.toReversed();
  }

  /** Waits until a container says on its admin port that it is ready. @throws Refusal with its log */
  async ready({ id, address }: Container): Promise<void> {
    const isReady = await waitUntil(
      () =>
        fetch(`http://${address}:${ADMIN_PORT}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeoutMs: START_MS, everyMs: 500 },
    );
    if (!isReady) throw new Refusal(`A container does not get ready:\n${await this.#run(this.#engine, ['logs', '--tail', '30', id])}`);
  }

  /** The last lines of each container's log, those that have ended among them. */
  async logs(): Promise<string> {
    const label = `label=com.docker.compose.project=${PROJECT}`;
    const names = (await this.#run(this.#engine, ['ps', '--all', '--format', '{{.Names}}', '--filter', label]))
      .split(/\s+/)
      .filter(Boolean);
    const texts = await Promise.all(names.map(async (name) => `${name}:\n${await this.#run(this.#engine, ['logs', '--tail', '5', name])}`));
    return texts.join('\n');
  }

  /** Ends a container as an orchestrator does, waits for it, and takes it away. @returns its exit code */
  async retire({ id }: Container): Promise<number> {
    await this.#run(this.#engine, ['stop', '--time', String(GRACE_SECONDS), id]);
    const code = Number(await this.#run(this.#engine, ['inspect', '--format', '{{.State.ExitCode}}', id]));
    await this.#run(this.#engine, ['rm', id]);
    return code;
  }

  /** Has the broker read its users again. */
  async reloadBroker(): Promise<void> {
    for (const { id } of await this.containers('nats')) await this.#run(this.#engine, ['kill', '--signal', 'HUP', id]);
  }

  /** Takes the whole set away, its volumes as well. */
  async down(): Promise<void> {
    const label = ['--filter', `label=com.docker.compose.project=${PROJECT}`];
    const remove = async (list: string[], command: string[]) => {
      const found = (await this.#run(this.#engine, [...list, '--quiet', ...label])).split(/\s+/).filter(Boolean);
      if (found.length > 0) await this.#run(this.#engine, [...command, ...found]);
    };
    await remove(['ps', '--all'], ['rm', '--force', '--volumes']);
    await remove(['volume', 'ls'], ['volume', 'rm']);
    await remove(['network', 'ls'], ['network', 'rm']);
  }

  /** {@link down}, and its secrets. */
  async close(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #run(program: string, args: string[], version?: string): Promise<string> {
    const env = { ...this.#env, ...(version !== undefined && { PSA_VERSION: version }) };
    const { ok, output } = await runCommand(program, args, { cwd: this.folder, env });
    if (!ok) throw new Refusal(`${program} ${args.join(' ')} failed:\n${output}`);
    return output;
  }
}
