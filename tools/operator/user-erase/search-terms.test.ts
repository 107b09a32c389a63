import { describe, expect, it } from '@jest/globals';
import { addressTerms, anyOf, isDistinctive, memberTerms, nameTerms, type SearchTerm, textMatcher } from './search-terms.ts';

const matcherOf = (anywhere: SearchTerm[]) => textMatcher({ anywhere, besideIds: [], ids: [] });
const holdsAddress = matcherOf(addressTerms('ada+x@acme.example', 'gone@erased.invalid'));
const holdsName = matcherOf(nameTerms('Zoë O\'Neil "Z"', 'Erased user 1'));

describe('what a person is looked for by', () => {
  it.each([
    'ada+x@acme.example',
    'Ada+X@ACME.example.',
    'From: <ada+x@acme.example>, more',
    '{"text":"a line\\nada+x@acme.example"}',
    'mailto:ada+x@acme.example?subject=x',
    'https://x.example/?to=ada%2Bx%40acme.example&y',
  ])('finds the address in %s', (text) => expect(holdsAddress(text)).toBe(true));

  it.each(['nada+x@acme.example', 'j.ada+x@acme.example', 'ada+x@acme.example.com', 'ada+x@acme.examples', 'adaax@acmeXexample'])(
    'takes %s for another address',
    (text) => expect(holdsAddress(text)).toBe(false),
  );

  it.each([`ZOË O'Neil  "z" wrote`, JSON.stringify({ a: `Hi\nZoë O'Neil "Z"` }), 'by Zoë O&#39;Neil &quot;Z&quot;', 'Zoë\nO\'Neil "Z"'])(
    'finds the name in %s',
    (text) => expect(holdsName(text)).toBe(true),
  );

  it.each([`Zoë O'Neils`, `Zoé O'Neil "Z"`, `AZoë O'Neil "Z"`])('takes %s for another name', (text) => expect(holdsName(text)).toBe(false));

  it('replaces an address by one that fits where it stands', () =>
    expect(addressTerms('ada@acme.example', 'e 1@erased.invalid').map(({ replacement }) => replacement)).toEqual([
      'e 1@erased.invalid',
      'e%201%40erased.invalid',
    ]));

  it.each([
    ['Ada Lovelace', true],
    ['A B', false],
    ['Lovelace', false],
    ['  Ada', false],
  ])('knows whether %j is told apart from other words', (text, is) => expect(isDistinctive(text)).toBe(is));

  it('puts several into one expression', () => {
    const terms = [...addressTerms('a@b.example', ''), ...nameTerms('Ada Lovelace', '')];
    expect(['a@b.example', 'ada lovelace', 'neither'].map(matcherOf(terms))).toEqual([true, true, false]);
    expect(anyOf(terms)).toContain('[[:space:]]+');
  });

  it('finds a common name only as a member of what is about the person', () => {
    const holds = textMatcher({
      anywhere: addressTerms('a@b.example', ''),
      besideIds: memberTerms('Ada', 'erased'),
      ids: ['id-1'],
    });
    const texts = ['{"id":"id-1","first_name": "Ada"}', '{"id":"id-2","first_name":"Ada"}', '{"id":"id-1","title":"Ada"}'];
    expect(texts.map(holds)).toEqual([true, false, false]);
  });
});
