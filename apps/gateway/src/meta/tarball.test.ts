import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { packTarball } from './tarball.ts';

it('packs files so that tar unpacks them', async () => {
  const files = { 'package.json': '{}', 'empty.txt': '', 'deep/umlaut.txt': 'ü'.repeat(600) };
  const folder = mkdtempSync(join(tmpdir(), 'psa-tarball-'));
  try {
    const { status } = spawnSync('tar', ['-xzf', '-', '-C', folder], { input: await packTarball(files) });
    expect(status).toBe(0);
    for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, 'package', path), 'utf8')).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('refuses a path that does not fit', async () => {
  await expect((async () => packTarball({ ['a'.repeat(200)]: '' }))()).rejects.toThrow('more than 100 letters');
});
