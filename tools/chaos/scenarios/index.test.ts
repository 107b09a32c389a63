import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../../local/repository-root.ts';
import { scenarios } from './index.ts';

describe('the scenarios', () => {
  it('are all in the list, which is what --all runs', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^f\d+-.*\.ts$/.test(name));
    expect(scenarios).toHaveLength(files.length);
  });

  it('have a number each', () => {
    const ids = scenarios.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are named in the table of faults, which names no others', () => {
    const text = readFileSync(join(repositoryRoot, 'docs', 'chaos.md'), 'utf8');
    const named = new Set([...text.matchAll(/\bF\d+A?\b/g)].map(([id]) => id));
    expect([...named].sort()).toEqual(scenarios.map(({ id }) => id).sort());
  });
});
