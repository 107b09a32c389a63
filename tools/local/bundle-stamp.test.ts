import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { isBundleFresh, stampBundle } from './bundle-stamp.ts';
import { repositoryRoot } from './repository-root.ts';

describe('a bundle', () => {
  let folder: string;
  const at = (name: string) => relative(repositoryRoot, join(folder, name));
  const write = (name: string, text: string, secondsAgo = 60) => {
    writeFileSync(join(folder, name), text);
    const then = Date.now() / 1000 - secondsAgo;
    utimesSync(join(folder, name), then, then);
  };
  const made = () => ({ inputs: [at('source.ts')], outputs: [at('main.mjs')] });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'psa-stamp-'));
    write('source.ts', 'one');
    write('main.mjs', 'bundle');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('that was never made is not fresh', () => expect(isBundleFresh(folder)).toBe(false));

  test('is fresh as long as nothing it was made of has changed', () => {
    stampBundle(folder, made(), Date.now());
    expect(isBundleFresh(folder)).toBe(true);
    write('source.ts', 'two, which is longer');
    expect(isBundleFresh(folder)).toBe(false);
  });

  test('is not fresh once a source was written again, or is gone', () => {
    stampBundle(folder, made(), Date.now());
    write('source.ts', 'one', 30);
    expect(isBundleFresh(folder)).toBe(false);
    stampBundle(folder, made(), Date.now());
    expect(isBundleFresh(folder)).toBe(true);
    rmSync(join(folder, 'source.ts'));
    expect(isBundleFresh(folder)).toBe(false);
  });

  test('is not fresh when a part of it is missing', () => {
    stampBundle(folder, made(), Date.now());
    rmSync(join(folder, 'main.mjs'));
    expect(isBundleFresh(folder)).toBe(false);
  });

  test('whose sources changed while it was made counts as not made', () => {
    stampBundle(folder, made(), Date.now());
    stampBundle(folder, made(), statSync(join(folder, 'source.ts')).mtimeMs - 1);
    expect(isBundleFresh(folder)).toBe(false);
  });
});
