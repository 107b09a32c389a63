import { describe, expect, it } from '@jest/globals';
import { interpolate, placeholdersOf } from './interpolate.ts';

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
    ['{{}}', '{{}}'],
    ['{{.name}} {{event.}}', '{{.name}} {{event.}}'],
    ['{ {event.data.name}}', '{ {event.data.name}}'],
    ['{{event.data.name} }', '{{event.data.name} }'],
    ['{{  event.data.name  }}{{event.data.count}}', 'Printer3'],
    ['{{event.data.name}} ', 'Printer '],
    [' {{ event.data.count }}', ' 3'],
    ['{{nothing}}, {{no.where}}', ', '],
    [true, true],
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

  it('encodes what stands alone as well, and leaves what leads nowhere', () => {
    const encode = (text: string) => `<${text}>`;
    expect(interpolate('{{event.data.gone}}|{{no.where}}', context, { encode })).toBe('<>|');
    expect(interpolate('{{no.where}}', context, { encode, missing: 'keep' })).toBe('{{no.where}}');
  });
});

describe('the placeholders of a value', () => {
  it('are found wherever they stand, in order', () => {
    const value = { subject: 'A {{one}} and {{ two.three }}', body: [{ text: '{{four-x}}' }, 7, null, '{{five}}'] };
    expect(placeholdersOf(value)).toEqual([
      { at: ['subject'], path: 'one' },
      { at: ['subject'], path: 'two.three' },
      { at: ['body', 0, 'text'], path: 'four-x' },
      { at: ['body', 3], path: 'five' },
    ]);
  });

  it('are none where there are none', () => {
    for (const value of ['plain', '{{ a b }}', 7, true, null, undefined, [], {}]) expect(placeholdersOf(value)).toEqual([]);
    expect(placeholdersOf('{{one}}')).toEqual([{ at: [], path: 'one' }]);
  });
});
