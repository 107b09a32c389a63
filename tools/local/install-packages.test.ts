import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { installPackages } from './install-packages.mjs';

const temporaryFolder = temporaryFolders();

const LOCK = {
  packages: {
    '': {},
    'apps/one': {},
    'node_modules/pg': { version: '8.0.0' },
    'node_modules/jest': { version: '30.0.0', dev: true },
    'node_modules/of-another-platform': { version: '1.0.0', optional: true },
  },
};
const installed = (...names: (keyof typeof LOCK.packages)[]) => ({
  packages: Object.fromEntries(names.map((name) => [name, LOCK.packages[name]])),
});
const LEAN = installed('node_modules/pg');
const FULL = installed('node_modules/pg', 'node_modules/jest');
const path = process.env.PATH;
let root: string;

/** Stands for npm: notes how it was called, and leaves what npm leaves. */
function pretendNpm(script: string): void {
  writeFileSync(join(root, 'bin', 'npm'), `#!/bin/sh\necho "$@" >> calls\n${script}\n`);
  chmodSync(join(root, 'bin', 'npm'), 0o755);
}

function haveInstalled(packages: object): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(packages));
}

const install = ({ lean }: { lean: boolean }) => installPackages(root, { lean, say: () => {} });
const calls = () => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : []);

beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(LOCK));
  process.env.PATH = `${join(root, 'bin')}${delimiter}${path}`;
  pretendNpm(`mkdir -p node_modules && echo '${JSON.stringify(FULL)}' > node_modules/.package-lock.json`);
});

afterEach(() => {
  process.env.PATH = path;
});

describe('installing packages', () => {
  test('leaves the development tools out for a first start', async () => {
    expect(await install({ lean: true })).toBeUndefined();
    expect(calls()).toEqual([expect.stringMatching(/^ci --omit=dev/)]);
  });

  test('brings everything for any other command', async () => {
    await install({ lean: false });
    expect(calls()).toEqual([expect.stringMatching(/^ci --include=dev/)]);
  });

  test('does nothing when all is there, packages of other platforms aside', async () => {
    haveInstalled(FULL);
    await install({ lean: false });
    expect(calls()).toEqual([]);
  });

  test('is content without the development tools for a start', async () => {
    haveInstalled(LEAN);
    await install({ lean: true });
    expect(calls()).toEqual([]);
  });

  test('adds the development tools without emptying node_modules, where a stack may be running', async () => {
    haveInstalled(LEAN);
    await install({ lean: false });
    expect(calls()).toEqual([expect.stringMatching(/^install --no-save --include=dev/)]);
  });

  test('follows a changed lock file and keeps the development tools', async () => {
    haveInstalled({ packages: { ...FULL.packages, 'node_modules/pg': { version: '7.0.0' } } });
    await install({ lean: true });
    expect(calls()).toEqual([expect.stringMatching(/^install --no-save --include=dev/)]);
  });

  test('tries npm install where npm ci refuses the lock file', async () => {
    pretendNpm(`[ "$1" = install ]`);
    expect(await install({ lean: true })).toBeUndefined();
    expect(calls()).toEqual([expect.stringMatching(/^ci /), expect.stringMatching(/^install --no-save --omit=dev/)]);
  });

  test('says when npm fails', async () => {
    pretendNpm('exit 1');
    expect(await install({ lean: true })).toEqual({ message: expect.stringContaining('could not be installed'), exitCode: 1 });
  });

  test('begins anew after an install that was killed', async () => {
    haveInstalled(LEAN);
    mkdirSync(join(root, '.psa-install'));
    writeFileSync(join(root, '.psa-install', 'lock'), JSON.stringify({ pid: 4_194_304, startedAt: 'gone' }));
    await install({ lean: false });
    expect(calls()).toEqual([expect.stringMatching(/^ci --include=dev/)]);
    expect(existsSync(join(root, '.psa-install'))).toBe(false);
  });

  test('runs once when two commands need it together', async () => {
    pretendNpm(`sleep 0.5; mkdir -p node_modules && echo '${JSON.stringify(FULL)}' > node_modules/.package-lock.json`);
    await Promise.all([install({ lean: false }), install({ lean: true })]);
    expect(calls()).toHaveLength(1);
  });
});
