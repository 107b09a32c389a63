import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { OXLINT_ARGUMENTS } from './oxlint.ts';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
const folder = mkdtempSync(join(tmpdir(), 'psa-oxlint-'));
afterAll(() => rmSync(folder, { recursive: true }));

function lint(body: string): { status: number | null; stdout: string } {
  const path = join(folder, 'imagined.ts');
  writeFileSync(path, `async function save(): Promise<boolean> { return true; }\nexport async function f() { ${body} }\n`);
  return spawnSync(process.execPath, [oxlint, ...OXLINT_ARGUMENTS, path], { encoding: 'utf8' });
}

describe('a promise', () => {
  it.each([
    ['that nobody awaits', 'save();', 'no-floating-promises'],
    ['in the place of a condition', 'if (save()) return 1;', 'no-misused-promises'],
    ['in the place of nothing', '[1].forEach(async () => { await save(); });', 'no-misused-promises'],
  ])('%s is reported', (_, body, rule) => {
    const { status, stdout } = lint(body);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining(rule) });
  });

  it('that is awaited is not', () => expect(lint('await save();').status).toBe(0));
});
