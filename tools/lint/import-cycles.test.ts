import { describe, expect, it } from '@jest/globals';
import { findCycles, findTwoWayFolders, type Imports } from './import-cycles.ts';

const importing = (...lines: readonly (readonly [string, ...string[]])[]): Imports =>
  new Map(lines.map(([file, ...targets]) => [file, targets]));

describe('circles among imports', () => {
  it('are found however long they are', () => {
    const imports = importing(['a.ts', 'b.ts'], ['b.ts', 'c.ts'], ['c.ts', 'a.ts'], ['d.ts', 'a.ts']);
    expect(findCycles(imports)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  it('are not seen where two files share what they import', () => {
    expect(findCycles(importing(['a.ts', 'c.ts'], ['b.ts', 'a.ts', 'c.ts'], ['c.ts']))).toEqual([]);
  });

  it('are found between folders whose files form none', () => {
    const imports = importing(['x/one.ts', 'y/one.ts'], ['y/one.ts'], ['y/two.ts', 'x/two.ts'], ['x/two.ts']);
    expect(findCycles(imports)).toEqual([]);
    expect(findTwoWayFolders(imports)).toEqual([['x', 'y']]);
  });
});
