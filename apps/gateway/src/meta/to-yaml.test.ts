import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { toYaml } from './to-yaml.ts';

describe('YAML', () => {
  it('is written in blocks', () => {
    expect(toYaml({ info: { title: 'PSA', on: true }, tags: [{ name: 'Assets', parts: ['a', []] }, [1, 2]], text: 'one\n\ntwo', none: {} }))
      .toBe(`info:
  title: "PSA"
  "on": true
tags:
  - name: "Assets"
    parts:
      - "a"
      - []
  - - 1
    - 2
text: |-
  one

  two
none: {}
`);
  });

  it('says the same as the JSON it was made from', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom('null', '~', '- a', 'a: b', '#', 'a\nb', 'a\n b', ' a\nb', 'a\n\n', 'a \nb', '---\nb', '...', '|', '0x10', 'ü\nö'),
    );
    const { json } = fc.letrec<{ json: unknown }>((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        words,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('json'), { maxLength: 4 }),
        fc.dictionary(words, tie('json'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(parse(toYaml(plain), { maxAliasCount: 0 })).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });
});
