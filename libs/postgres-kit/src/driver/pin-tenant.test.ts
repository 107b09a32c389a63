import { describe, expect, it } from '@jest/globals';
import { pinTenant } from './pin-tenant.ts';

describe('the tenant of tables that have the same one', () => {
  it('is named once more, as the parameter after the others', () => {
    expect(
      pinTenant('select (select b.name from b where b.tenant = "a"."tenant" and b.id = a.id) from a where a.tenant = $1 and a.id = $2', 2),
    ).toBe(
      'select (select b.name from b where b.tenant = "a"."tenant" and b.tenant = $3 and b.id = a.id) from a where a.tenant = $1 and a.id = $2',
    );
  });

  it.each([
    'select name from a where a.tenant = $1',
    'insert into a (tenant) values ($1)',
    'select from a where a.tenant_id = b.tenant_id',
    'select from a join b using (tenant)',
  ])('is left as it is in %s', (text) => {
    expect(pinTenant(text, 1)).toBe(text);
  });
});
