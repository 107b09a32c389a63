import { lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolders } from '../testing/temporary-folders.ts';
import { hydrateSymlinks } from './postgres-binaries.ts';

const temporaryFolder = temporaryFolders();

function packageFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  mkdirSync(join(folder, 'native', 'bin'));
  writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  for (const program of ['initdb', 'postgres']) writeFileSync(join(folder, 'native', 'bin', program), '', { mode: 0o644 });
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }));
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

describe('the package’s symbolic links', () => {
  test('are made where npm could not bring them', () => {
    const folder = packageFolder();
    hydrateSymlinks(folder);
    const link = join(folder, 'native', 'lib', 'libpq.so.5');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(link, 'utf8')).toBe('library');
  });

  test('may be made again and again', () => {
    const folder = packageFolder();
    hydrateSymlinks(folder);
    expect(() => hydrateSymlinks(folder)).not.toThrow();
  });

  test('come with programs that can be run', () => {
    const folder = packageFolder();
    hydrateSymlinks(folder);
    expect(statSync(join(folder, 'native', 'bin', 'postgres')).mode & 0o111).toBe(0o111);
  });
});
