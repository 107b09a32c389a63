import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { z } from 'zod';
import { buildImages } from './deploy/drill/build-images.ts';
import { firstRequestDrill } from './deploy/drill/first-request.drill.ts';
import { rollingReleaseDrill } from './deploy/drill/rolling-release.drill.ts';
import { allWorkloads, generatedDeployFiles } from './deploy/generated-files.ts';
import { makeSecrets, natsPasswordVariable } from './deploy/made-secrets.ts';
import { releaseComponent } from './deploy/release-component.ts';
import { secretManifests } from './deploy/secret-manifests.ts';
import { wholeWorkload, withWholeProduct } from './deploy/whole-product.ts';
import { OPERATOR } from './local/nats-users.ts';
import { readIfExists } from './local/read-if-exists.ts';
import { Refusal } from './local/refusal.ts';
import { repositoryRoot } from './local/repository-root.ts';
import { services, wholeProduct } from './local/services.ts';

const USAGE = `usage: npm run deploy -- <command>

  generate [--check]       write what follows from the services' declarations: settings, compose file, manifests, broker users
  release --registry <host/path> --version <version> [--digests <file>] [--mirror <host/path>] [--single]
                           print a component for an overlay: all images by tag, and by the digests in a JSON object by name, and
                           migrations named by the version; those of the overlay single with --single. Images of others are taken from --mirror
  secrets <folder>         make the secrets of a new installation for deploy/compose.yaml and compose.single.yaml, into <folder>/secrets and <folder>/.env
  drill first-request [--single] [--no-build]
                           start the compose file by new images and send the README's first request
  drill rolling [--revision <tag or commit>] [--per-second <requests>] [--no-build]
                           bring a compose set of the version released last to this one under load, and count what fails
  secrets --kubernetes     print them as manifests, for trying a cluster out; a real one gets its secrets from its own store`;

/** Version of the images that a drill makes. */
const DRILL_VERSION = 'development';

const Digests = z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/));

const [command, argument] = process.argv.slice(2);
if (command === 'generate') await generate(argument === '--check');
else if (command === 'release') await printRelease(process.argv.slice(3));
else if (command === 'drill') await drill(process.argv.slice(3));
else if (command === 'secrets' && argument === '--kubernetes') await printSecretManifests();
else if (command === 'secrets' && argument !== undefined) await writeSecrets(resolve(argument));
else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function generate(check: boolean): Promise<void> {
  const files = await generatedDeployFiles();
  const outdated = Object.entries(files).filter(([path, text]) => readIfExists(join(repositoryRoot, path)) !== text);
  for (const [path, text] of outdated) {
    console.log(check ? `out of date: ${path}` : `written: ${path}`);
    if (check) continue;
    mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
    writeFileSync(join(repositoryRoot, path), text);
  }
  if (!check || outdated.length === 0) return;
  console.log('Run `npm run deploy -- generate` and commit what it writes.');
  process.exitCode = 1;
}

async function printRelease(args: string[]): Promise<void> {
  const { registry, version, digests, mirror, single } = releaseOptions(args);
  if (registry === undefined || version === undefined || !/^\w[\w.-]{0,40}$/.test(version)) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const known = digests === undefined ? {} : Digests.parse(JSON.parse(readFileSync(digests, 'utf8')));
  const workloads = await allWorkloads();
  console.log(releaseComponent(single === true ? [wholeWorkload(workloads)] : workloads, { registry, mirror, version, digests: known }));
}

function releaseOptions(args: string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({ args, options: { registry: text, version: text, digests: text, mirror: text, single: { type: 'boolean' } } }).values;
}

async function drill(args: string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { single: flag, 'no-build': flag, revision: { type: 'string' }, 'per-second': { type: 'string', default: '30' } },
  });
  const [what] = positionals;
  if (what !== 'first-request' && what !== 'rolling') {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const isSingle = values.single && what === 'first-request';
  const names = isSingle ? [wholeProduct.name] : services.map(({ name }) => name);
  try {
    await buildImages(repositoryRoot, names, { version: DRILL_VERSION, onlyMissing: values['no-build'] });
    const { faults, summary } =
      what === 'rolling'
        ? await rollingReleaseDrill({ version: DRILL_VERSION, revision: values.revision, perSecond: Number(values['per-second']) })
        : await firstRequestDrill(isSingle ? 'compose.single.yaml' : 'compose.yaml', DRILL_VERSION, names);
    for (const fault of faults.slice(0, 30)) console.log(`  FAULT ${fault}`);
    console.log(`${faults.length === 0 ? 'Passed' : `FAILED with ${faults.length} faults`}: ${summary}`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}

async function writeSecrets(folder: string): Promise<void> {
  if (existsSync(join(folder, 'secrets'))) {
    console.error(`${join(folder, 'secrets')} is there already: new secrets would not fit what was installed with them.`);
    process.exitCode = 1;
    return;
  }
  const { services, migrations, servers, operator } = withWholeProduct(
    makeSecrets(await allWorkloads(), { postgres: 'postgres:5432', nats: 'nats:4222', database: 'psa' }),
  );
  const folders = {
    ...services,
    ...Object.fromEntries(Object.entries(migrations).map(([name, secrets]) => [`${name}-migrate`, secrets])),
    [OPERATOR]: { PSA_NATS_URL: operator.PSA_NATS_URL.replace('@nats:', '@127.0.0.1:') },
  };
  for (const [name, secrets] of Object.entries(folders)) {
    for (const [setting, value] of Object.entries(secrets)) write(join(folder, 'secrets', name, setting), value, 0o444);
  }
  write(
    join(folder, '.env'),
    Object.entries(servers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    0o600,
  );
  // Whose files may be read by the users of containers, which are not known here; nobody else comes this far.
  chmodSync(join(folder, 'secrets'), 0o700);
  console.log(`written: ${join(folder, 'secrets')} and ${join(folder, '.env')}`);
}

async function printSecretManifests(): Promise<void> {
  const made = withWholeProduct(makeSecrets(await allWorkloads(), { postgres: 'postgres:5432', nats: 'nats:4222', database: 'psa' }));
  console.log(
    secretManifests(made, natsPasswordVariable('cluster'))
      .map((manifest) => stringify(manifest, { lineWidth: 0 }))
      .join('---\n'),
  );
}

function write(path: string, text: string, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}
