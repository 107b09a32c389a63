import { describe, expect, it } from '@jest/globals';
import { chooseKind, type OwnType, type WantedKind } from './contact-kind.rules.ts';

const pager: OwnType = { type_id: 'p', label: 'Pager', normalized_label: 'pager' };
const paths = { canonical: ['canonical_type'], label: ['custom_type'], id: ['custom_phone_type_id'] };
const choose = (wanted: WantedKind<'work' | 'mobile'>) => chooseKind(wanted, [pager], paths);

describe('the kind of a number or address', () => {
  const own = { canonical: null, id: 'p', label: 'Pager' };

  it.each<[string, WantedKind<'work' | 'mobile'>, unknown]>([
    ['is work when nothing is said', {}, { canonical: 'work', id: null, label: null }],
    ['is work when nothing is said by nulls', { canonical: null, label: null, id: null }, { canonical: 'work', id: null, label: null }],
    ["is the product's", { canonical: 'mobile' }, { canonical: 'mobile', id: null, label: null }],
    ["is the tenant's by name, whatever its case and width", { label: ' ＰＡＧＥＲ ' }, own],
    ["is the tenant's by id", { id: 'p' }, own],
    ["is the tenant's as it was read", { canonical: null, id: 'p', label: 'Pager' }, own],
  ])('%s', (_, wanted, kind) => {
    expect(choose(wanted)).toEqual(kind);
  });

  it.each<[string, WantedKind<'work' | 'mobile'>, string]>([
    ['unknown', { id: 'q' }, 'custom_phone_type_id'],
    ['two at once', { canonical: 'work', label: 'Pager' }, 'canonical_type'],
    ['an id with the name of another', { id: 'p', label: 'Telex' }, 'custom_type'],
  ])('is not %s', (_, wanted, member) => {
    expect(() => choose(wanted)).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: [member] }) as unknown] }) as unknown as Error,
    );
  });
});
