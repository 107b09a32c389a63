import { conflict, type ExternalId, type TenantId } from '@psa/contract-kit';
import type { Statement } from '../tenancy/statement.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** How long a tenant without external ids is taken to have none, unless this process writes one. */
const NONE_MS = 2_000;
/** Tenants remembered; more are asked for again. */
const MAX_TENANTS = 10_000;

type Scope = Pick<TenantScope<never>, 'first' | 'all' | 'tenant'>;
interface Link extends ExternalId {
  readonly row_id: string;
}

/** Ids that the rows of one table have in other systems, in the table that `createExternalIdTable` made. */
export class ExternalIds {
  readonly #find: Statement<ExternalId, { row_id: string }>;
  readonly #ofRows: Statement<{ ids: readonly string[] }, Link>;
  readonly #any: Statement<null, object>;
  readonly #add: Statement<Link, object>;
  readonly #removeOthers: Statement<{ row_id: string; kept: readonly ExternalId[] }, object>;
  readonly #remove: Statement<ExternalId, object>;
  /** Tenants known to have some. */
  readonly #some = new Set<TenantId>();
  /** Tenants that had none, and until when that is believed. */
  readonly #none = new Map<TenantId, number>();

  constructor(table: string) {
    const name = `${table}_external_ids`;
    this.#find = {
      text: `select row_id from ${name} where tenant = $1 and source = $2 and external_id = $3`,
      bind: (tenant, { source, id }) => [tenant, source, id],
    };
    this.#ofRows = {
      text: `select row_id, source, external_id as id from ${name} where tenant = $1 and row_id = any($2) order by source, external_id`,
      bind: (tenant, { ids }) => [tenant, ids],
    };
    this.#any = { text: `select 1 as one from ${name} where tenant = $1 limit 1`, bind: (tenant) => [tenant] };
    this.#add = {
      text: `insert into ${name} (source, external_id, row_id) values ($1, $2, $3)
        on conflict (tenant, source, external_id) do update set row_id = excluded.row_id where ${name}.row_id = excluded.row_id returning row_id`,
      bind: (_tenant, { source, id, row_id }) => [source, id, row_id],
    };
    this.#removeOthers = {
      text: `delete from ${name} where tenant = $1 and row_id = $2
        and not exists (select 1 from jsonb_to_recordset($3::jsonb) as kept(source text, id text) where kept.source = ${name}.source and kept.id = ${name}.external_id)
        returning row_id`,
      bind: (tenant, { row_id, kept }) => [tenant, row_id, JSON.stringify(kept)],
    };
    this.#remove = {
      text: `delete from ${name} where tenant = $1 and source = $2 and external_id = $3 returning row_id`,
      bind: (tenant, { source, id }) => [tenant, source, id],
    };
  }

  /** The row of an external id. */
  async find(db: Scope, externalId: ExternalId): Promise<string | undefined> {
    return (await db.first(this.#find, externalId))?.row_id;
  }

  /** The external ids of rows, by row. A tenant that uses none costs no statement. */
  async ofRows(db: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, ExternalId[]>> {
    const found = new Map<string, ExternalId[]>();
    if (ids.length === 0 || !(await this.#hasAny(db))) return found;
    for (const { row_id, source, id } of await db.all(this.#ofRows, { ids })) {
      const known = found.get(row_id);
      if (known === undefined) found.set(row_id, [{ source, id }]);
      else known.push({ source, id });
    }
    return found;
  }

  /**
   * Gives a row further external ids.
   * @param path member of the body that names them
   * @throws CONFLICT naming the row that has one of them
   */
  async add(db: Scope, rowId: string, externalIds: readonly ExternalId[], path = 'external_ids'): Promise<void> {
    for (const [index, externalId] of externalIds.entries()) {
      if ((await db.first(this.#add, { ...externalId, row_id: rowId })) !== undefined) continue;
      throw conflict(`The external id ${externalId.source}:${externalId.id} is that of another row`, [
        {
          code: 'external_id_taken',
          path: [path, index],
          message: 'is that of another row',
          existing_id: (await this.find(db, externalId)) ?? null,
        },
      ]);
    }
    if (externalIds.length > 0) this.#remember(db.tenant);
  }

  /** Gives a row these external ids and no others. @throws CONFLICT naming the row that has one of them */
  async replace(db: Scope, rowId: string, externalIds: readonly ExternalId[]): Promise<void> {
    await db.first(this.#removeOthers, { row_id: rowId, kept: externalIds });
    await this.add(db, rowId, externalIds);
  }

  /** Forgets an external id whose row can no longer be reached. */
  async remove(db: Scope, externalId: ExternalId): Promise<void> {
    await db.first(this.#remove, externalId);
  }

  async #hasAny(db: Scope): Promise<boolean> {
    const { tenant } = db;
    if (this.#some.has(tenant)) return true;
    if ((this.#none.get(tenant) ?? 0) > Date.now()) return false;
    const any = (await db.first(this.#any, null)) !== undefined;
    if (any) this.#remember(tenant);
    else if (!this.#some.has(tenant)) {
      if (this.#none.size >= MAX_TENANTS) this.#none.clear();
      this.#none.set(tenant, Date.now() + NONE_MS);
    }
    return any || this.#some.has(tenant);
  }

  #remember(tenant: TenantId): void {
    if (this.#some.size >= MAX_TENANTS) this.#some.clear();
    this.#some.add(tenant);
    this.#none.delete(tenant);
  }
}
