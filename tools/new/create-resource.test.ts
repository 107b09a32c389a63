import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createResource } from './create-resource.ts';
import { namesOf } from './names.ts';

const repository = resolve(import.meta.dirname, '../..');

describe('npm run new', () => {
  let root: string;

  beforeAll(() => {
    root = copyOfTheRepository();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('writes a resource that compiles and passes its own and the derived tests', () => {
    const written = createResource({ root, service: 'assets' }, 'warranty-claim');
    expect(written).toContain('apps/assets/src/resources/warranty-claim/warranty-claim.handlers.ts');

    const types = spawnSync(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(types.stdout).toBe('');
    const tests = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        join(repository, 'node_modules/jest/bin/jest.js'),
        '--ci',
        '-t',
        'Warranty claims|warranty-claims|has a fixture',
        'apps/assets/src/(resources/warranty-claim|derived)',
      ],
      { cwd: root, encoding: 'utf8' },
    );
    expect(tests.stderr).toMatch(/Tests: .*passed/);
    expect(tests.status).toBe(0);
  }, 120_000);

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

  it('takes no other spelling', () => {
    for (const name of ['WarrantyClaim', 'warranty_claim', '', '-x', '../evil']) expect(() => namesOf(name)).toThrow(RangeError);
  });
});

/** Sources copied, packages linked: the product's own packages to the copies. */
function copyOfTheRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'psa-new-'));
  for (const folder of ['apps/assets', 'libs']) cpSync(join(repository, folder), join(root, folder), { recursive: true });
  for (const file of ['package.json', 'tsconfig.base.json', 'jest.config.js']) cpSync(join(repository, file), join(root, file));
  writeFileSync(
    join(root, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', include: ['apps/assets', 'libs/contracts/assets', 'libs/contract-kit'] }),
  );
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, '@psa'), { recursive: true });
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@psa' && !name.startsWith('.')) symlinkSync(join(repository, 'node_modules', name), join(packages, name));
  }
  for (const folder of readdirSync(join(root, 'libs')))
    if (folder !== 'contracts') symlinkSync(join(root, 'libs', folder), join(packages, '@psa', folder));
  for (const domain of readdirSync(join(root, 'libs/contracts')))
    symlinkSync(join(root, 'libs/contracts', domain), join(packages, '@psa', `contracts-${domain}`));
  return root;
}
