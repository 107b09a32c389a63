import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PathMatcher } from './path-matcher.ts';

function matcher(...declared: string[]): PathMatcher<string> {
  const made = new PathMatcher<string>();
  for (const one of declared) {
    const [method = '', path = ''] = one.split(' ');
    made.add(method as 'get', path, one);
  }
  return made;
}

const hit = (target: string, params: Record<string, string> = {}) => ({ found: true, target, params });
const miss = (...allowed: string[]) => ({ found: false, allowed });

describe('a path', () => {
  it('leads to its route and names what stands for the placeholders', () => {
    const paths = matcher('get /things/{id}/parts/{part_id}');
    expect(paths.match('GET', '/things/1/parts/2')).toEqual(hit('get /things/{id}/parts/{part_id}', { id: '1', part_id: '2' }));
  });

  it.each([
    ['before', ['get /things/stats', 'get /things/{id}']],
    ['after', ['get /things/{id}', 'get /things/stats']],
  ])('prefers a literal declared %s the placeholder', (_, declared) => {
    expect(matcher(...declared).match('GET', '/things/stats')).toEqual(hit('get /things/stats'));
    expect(matcher(...declared).match('GET', '/things/1')).toEqual(hit('get /things/{id}', { id: '1' }));
  });

  it('goes back to the placeholder when the literal leads nowhere', () => {
    const paths = matcher('get /things/stats/total', 'get /things/{id}/parts');
    expect(paths.match('GET', '/things/stats/parts')).toEqual(hit('get /things/{id}/parts', { id: 'stats' }));
  });

  it('goes back to the placeholder when the literal has another method', () => {
    const paths = matcher('post /things/search', 'get /things/{id}');
    expect(paths.match('GET', '/things/search')).toEqual(hit('get /things/{id}', { id: 'search' }));
  });

  it('may give one placeholder different names for different methods', () => {
    const paths = matcher('get /things/{id}', 'put /things/{thing_id}');
    expect(paths.match('PUT', '/things/1')).toEqual(hit('put /things/{thing_id}', { thing_id: '1' }));
  });

  it('answers HEAD where it answers GET', () => {
    expect(matcher('get /things').match('HEAD', '/things')).toEqual(hit('get /things'));
    expect(matcher('post /things').match('HEAD', '/things')).toEqual(miss('post'));
  });

  it('says which methods there are when the one asked for is not, across literals and placeholders', () => {
    const paths = matcher('get /things/{id}', 'delete /things/{id}', 'post /things/search');
    const missed = paths.match('PATCH', '/things/search');
    expect(missed).toEqual(miss(...['post', 'get', 'delete']));
  });

  it.each(['/', '', '/thing', '/things/1/2', '/things//', '//things', '/THINGS', '/things/%', '*', 'http://host/things'])(
    '%p leads nowhere',
    (path) => {
      expect(matcher('get /things', 'get /other/{id}').match('GET', path)).toEqual(miss());
    },
  );

  it('may end in a slash, but no placeholder stands for nothing', () => {
    const paths = matcher('get /things', 'get /things/{id}', 'get /things/{id}/parts');
    expect(paths.match('GET', '/things/')).toEqual(hit('get /things'));
    expect(paths.match('GET', '/things/1/')).toEqual(hit('get /things/{id}', { id: '1' }));
    expect(paths.match('GET', '/things//parts')).toEqual(miss());
  });

  it.each([
    ['%20', ' '],
    ['caf%C3%A9', 'café'],
    ['a%2Fb', 'a/b'],
    ['%2e%2e', '..'],
    ['%252F', '%2F'],
    ['+', '+'],
    ['%', '%'],
    ['%zz', '%zz'],
    ['%C3', '%C3'],
  ])('decodes the segment %s to %p once, after it was split', (segment, value) => {
    expect(matcher('get /things/{id}').match('GET', `/things/${segment}`)).toEqual(hit('get /things/{id}', { id: value }));
  });

  it('that is declared twice for a method is a fault of the declaration, whatever its placeholders are called', () => {
    expect(() => matcher('get /things/{id}', 'get /things/{other}')).toThrow('GET /things/{other} is declared twice');
    expect(() => matcher('get /things', 'post /things')).not.toThrow();
  });

  it('is looked up without crashing, whatever it is', () => {
    const paths = matcher('get /a/{x}/b', 'get /a/b/{y}', 'get /{z}');
    fc.assert(
      fc.property(fc.string(), fc.array(fc.constantFrom('a', 'b', '', '%', '%41', 'constructor', '__proto__')), (method, segments) => {
        paths.match(method, `/${segments.join('/')}`);
      }),
    );
    expect(paths.match('GET', '/constructor')).toEqual(hit('get /{z}', { z: 'constructor' }));
    expect(paths.match('constructor', '/a')).toEqual(miss('get'));
  });
});
