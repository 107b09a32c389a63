import { describe, expect, it } from '@jest/globals';
import { interpolate } from './interpolate.ts';

const context = { event: { data: { name: 'Printer', count: 3, tags: ['a'], gone: null } }, 'web-hook': 'yes' };

describe('filling placeholders', () => {
  it.each<[unknown, unknown]>([
    ['{{event.data.name}}', 'Printer'],
    ['{{ event.data.count }}', 3],
    ['{{event.data.tags}}', ['a']],
    ['{{event.data.gone}}', null],
    ['{{no.where}}', ''],
    ['It is {{event.data.name}}, {{event.data.count}} times', 'It is Printer, 3 times'],
    ['{{event.data.tags}}!', '["a"]!'],
    ['[{{event.data.gone}}]', '[]'],
    ['{{web-hook}}', 'yes'],
    ['{{event.data.name', '{{event.data.name'],
    ['{{ a b }}', '{{ a b }}'],
    ['{{event.constructor}}', ''],
    [7, 7],
    [null, null],
    [{ a: ['{{event.data.count}}', { b: 'x{{event.data.count}}' }] }, { a: [3, { b: 'x3' }] }],
  ])('%j gives %j', (value, filled) => {
    expect(interpolate(value, context)).toEqual(filled);
  });

  it('makes what is filled in fit for its place', () => {
    expect(interpolate(['{{event.data.count}}', '<{{event.data.name}}>'], context, { encode: (text) => text.toUpperCase() })).toEqual([
      '3',
      '<PRINTER>',
    ]);
  });

  it('leaves those that lead nowhere as they are when told to', () => {
    expect(interpolate(['{{no.where}}', 'a {{nothing}} b'], context, { missing: 'keep' })).toEqual(['{{no.where}}', 'a {{nothing}} b']);
  });
});
