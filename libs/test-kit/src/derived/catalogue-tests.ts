import { expect, it } from '@jest/globals';
import type { TestService } from '../test-service.ts';

/** What Postgres itself says of a service's tables: the second wall between tenants stands on every one of them. */
export function catalogueTests(start: () => TestService): void {
  it('forces row-level security on every table of tenants', async () => {
    const service = start();
    const loose = await service.sql(
      `
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
      where n.nspname = $1 and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
      [service.definition.name],
    );
    expect(loose).toEqual([]);
  });

  it('has the tenant first in every key and unique index of such a table', async () => {
    const service = start();
    const wrong = await service.sql(
      `
      select c.relname, i.indexrelid::regclass::text as index from pg_index i
      join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant' and not t.attisdropped
      where n.nspname = $1 and i.indisunique and i.indkey[0] <> t.attnum`,
      [service.definition.name],
    );
    expect(wrong).toEqual([]);
  });

  it('has the tenant first in every foreign key, and none that leaves the schema', async () => {
    const service = start();
    const wrong = await service.sql(
      `
      select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class f on f.oid = k.confrelid
      left join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant' and not t.attisdropped
      where n.nspname = $1 and k.contype = 'f' and (f.relnamespace <> c.relnamespace or (t.attnum is not null and k.conkey[1] <> t.attnum))`,
      [service.definition.name],
    );
    expect(wrong).toEqual([]);
  });

  it("gives the service's roles nothing of their own and no way around row-level security", async () => {
    const service = start();
    const { name } = service.definition;
    const owned = await service.sql(
      `
      select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ($1, $2)`,
      [`psa_${name}_app`, `psa_${name}_worker`],
    );
    expect(owned).toEqual([]);
    const roles = await service.sql(
      'select rolname from pg_roles where rolname in ($1, $2) and (rolsuper or rolbypassrls or rolcreaterole)',
      [`psa_${name}_app`, `psa_${name}_worker`],
    );
    expect(roles).toEqual([]);
  });

  it('lets its roles into no schema but its own', async () => {
    const service = start();
    const foreign = await service.sql(
      `
      select n.nspname from pg_namespace n, (values ($1), ($2)) as r(role)
      where has_schema_privilege(r.role, n.oid, 'usage') and n.nspname not in ($3, 'public', 'pg_catalog', 'information_schema')
        and n.nspname not like 'pg_toast%' and n.nspname not like 'pg_temp%'
        and not exists (select from pg_depend where classid = 'pg_namespace'::regclass and objid = n.oid and deptype = 'e')`,
      [`psa_${service.definition.name}_app`, `psa_${service.definition.name}_worker`, service.definition.name],
    );
    expect(foreign).toEqual([]);
  });

  it('names every column of sealed secrets, so that a rotation of keys reaches it', async () => {
    const service = start();
    const columns = await service.sql<{ name: string }>(
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = $1 and column_name like 'sealed%' order by 1",
      [service.definition.name],
    );
    expect(columns.map(({ name }) => name)).toEqual(service.definition.sealed.map(({ table, column }) => `${table}.${column}`).sort());
  });
}
