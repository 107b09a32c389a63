import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';

const decision = readFileSync(join(repositoryRoot, 'docs/decisions/0113-members-of-dependencies.md'), 'utf8');
const relied = [...decision.matchAll(/^\| ([\w@/.-]+) (\d+\.\d+\.\d+) \|/gm)].map(([, name = '', version = '']) => ({ name, version }));

describe('dependencies whose private members are built on', () => {
  it('are named in the decision', () => {
    expect(relied.map(({ name }) => name)).toEqual(['pg', 'express', 'httpxy', 'prom-client', 'postal-mime']);
  });

  it.each(relied)('$name is the version that was looked at', ({ name, version }) => {
    const { version: installed } = JSON.parse(readFileSync(join(repositoryRoot, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    };
    expect(installed).toBe(version);
  });
});
