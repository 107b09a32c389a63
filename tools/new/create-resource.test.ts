import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@psa/contracts-product';
import { createApp } from './create-app.ts';
import { createResource } from './create-resource.ts';
import { formatFiles } from './format-files.ts';
import { namesOf } from './names.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A resource for every service, none of which has it. */
const IMAGINED = [...serviceNames, 'probe'].map((service) => ({ service, resource: `${service}-widget` }));

/** Apps whose resources are run as well: a new one, and one that others were added to. The rest differ in nothing the compiler does not see. */
const TRIED = ['probe', 'clients'];

const NEW_PROJECT = 'tsconfig.new.json';

describe('npm run new', () => {
  let root: string;
  let files: string[];

  beforeAll(async () => {
    root = copyOfTheRepository();
    const generated = [createApp(root, 'probe'), ...IMAGINED.map(({ service, resource }) => createResource({ root, service }, resource))];
    files = [...new Set(generated.flatMap(({ written, changed }) => [...written, ...changed]))];
    await formatFiles(root, files);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('puts an app on the one list of services', () => {
    const { stdout } = run(['--eval', `import('@psa/contracts-product').then(({ serviceNames }) => console.log(serviceNames.at(-1)))`]);
    expect(stdout.trim()).toBe('probe');
  });

  it('writes what compiles in every app', () => {
    leaveUnchecked(root, new Set(files));
    writeProject(root, files);
    expect(run([join(repository, 'node_modules/typescript-native/bin/tsc'), '-p', NEW_PROJECT, '--checkers', '1']).stdout).toBe('');
  }, 180_000);

  it('writes what is formatted', () => {
    expect(
      run([join(repository, 'node_modules/prettier/bin/prettier.cjs'), '--list-different', ...files.filter((name) => name.endsWith('.ts'))])
        .stdout,
    ).toBe('');
  }, 60_000);

  it.each(TRIED)(
    'writes a resource that passes its own and the derived tests in the app %s',
    (service) => {
      const { stderr, status } = run([
        join(repository, 'node_modules/jest/bin/jest.js'),
        '--ci',
        '--runInBand',
        '-t',
        'widget|has a fixture',
        `apps/${service}/src/(resources/[a-z]+-widget/|derived)`,
      ]);
      expect(status === 0 ? '' : stderr).toBe('');
      expect(stderr).toMatch(/Tests: .*passed/);
    },
    240_000,
  );

  it('writes nothing over a resource that is there', () => {
    expect(() => createResource({ root, service: 'assets' }, 'asset')).toThrow('has a resource asset already');
  });

  it.each([
    ['warranty-claim', 'warranty-claims', 'WarrantyClaim'],
    ['policy', 'policies', 'Policy'],
    ['switch', 'switches', 'Switch'],
    ['key', 'keys', 'Key'],
  ])('spells %s', (kebab, kebabPlural, pascal) => {
    expect(namesOf(kebab)).toMatchObject({ kebabPlural, pascal });
  });

  it('writes nothing over an app that is there, nor one with another spelling', () => {
    expect(() => createApp(root, 'assets')).toThrow('There is an app assets already');
    expect(() => createApp(root, '../evil')).toThrow(RangeError);
  });

  it('takes no other spelling', () => {
    for (const name of ['WarrantyClaim', 'warranty_claim', '', '-x', '../evil']) expect(() => namesOf(name)).toThrow(RangeError);
  });

  function run(args: readonly string[]) {
    return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  }
});

/** What was there before is checked beside this test; here it lends its types alone, which takes a third of the time. */
function leaveUnchecked(root: string, except: ReadonlySet<string>): void {
  for (const folder of ['apps', 'libs', 'tools', 'bench'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name);
      if (!path.endsWith('.ts') || except.has(path)) continue;
      const file = join(root, path);
      writeFileSync(file, `// @ts-nocheck\n${readFileSync(file, 'utf8')}`);
    }
}

/** A project of what was written or added to, and what that imports: all else, such as the tests of others, need not even be read. */
function writeProject(root: string, files: readonly string[]): void {
  const compilerOptions = { allowJs: true, checkJs: false };
  const sources = files.filter((name) => name.endsWith('.ts'));
  writeFileSync(join(root, NEW_PROJECT), JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, files: sources }));
}

/** Sources copied, packages linked: the product's own packages to the copies. */
function copyOfTheRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'psa-new-'));
  for (const name of [
    'apps',
    'libs',
    'tools',
    'bench',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'jest.config.js',
    '.prettierrc.json',
    '.prettierignore',
  ])
    cpSync(join(repository, name), join(copy, name), { recursive: true });
  const packages = join(copy, 'node_modules');
  mkdirSync(join(packages, '@psa'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules')))
    if (name !== '@psa' && !name.startsWith('.')) symlinkSync(join(repository, 'node_modules', name), join(packages, name));
  for (const [folder, prefix] of [
    ['apps', ''],
    ['libs', ''],
    ['libs/contracts', 'contracts-'],
  ] as const)
    for (const name of readdirSync(join(copy, folder)))
      if (existsSync(join(copy, folder, name, 'package.json')))
        symlinkSync(join(copy, folder, name), join(packages, '@psa', `${prefix}${name}`));
  return copy;
}
