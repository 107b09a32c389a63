import { describe, expect, it } from '@jest/globals';
import { hierarchyOf } from './relationship.rules.ts';

describe('the hierarchy of relationship types', () => {
  it.each(['parent', 'parent_of', 'contains', 'PARENT_OF', 'Contains'])('%s puts the asset above the related one', (type) => {
    expect(hierarchyOf(type, 'asset', 'related')).toEqual({ parent_id: 'asset', child_id: 'related' });
  });

  it.each(['child', 'child_of', 'part_of', 'Part_Of'])('%s puts it below', (type) => {
    expect(hierarchyOf(type, 'asset', 'related')).toEqual({ parent_id: 'related', child_id: 'asset' });
  });

  it.each(['connected_to', 'backup_of', 'parents', 'depends on', ''])('%s orders nothing', (type) => {
    expect(hierarchyOf(type, 'asset', 'related')).toBeNull();
  });
});
