import type pg from 'pg';
import type { QueryConfig } from './described-query.ts';
import { sendAfter } from './flush.ts';
import type { PlanMode } from './plan-choice.ts';
import { preparedStatements } from './tenant-query.ts';

/** How row-level security learns whose rows a statement is for: the form depends on where the rows lie. */
export interface TenantForm {
  /** What opens a transaction. */
  readonly begin: readonly QueryConfig[];
  /** What names the tenant of the statements that follow in a transaction. */
  setTenant(tenant: string): QueryConfig;
  /** A tenant's statement as the server takes it. */
  statement(tenant: string, config: QueryConfig): QueryConfig;
  /**
   * Runs one statement as a tenant in a transaction of its own; resolves once that is committed.
   * @param mode how it is planned; as Postgres chooses when undefined
   */
  sendAlone(client: pg.PoolClient, tenant: string, config: QueryConfig, mode?: PlanMode): Promise<pg.QueryResult>;
  /** Whether defaults such as identities are drawn for each row of a statement that inserts several; if not, once for all of them. */
  readonly drawsByRow: boolean;
  /** Whether rows of several tenants may lie on several nodes: rows to be worked at are then taken one tenant after the other. */
  readonly takesByTenant: boolean;
  /** Whether an INSERT may give back what it reads from other tables. */
  readonly insertsAndReads: boolean;
}

const setTenant = (tenant: string): QueryConfig => ({ ...preparedStatements.setTenant, values: [tenant] });

/** Where all rows are in the server that is asked: a setting ahead of the statement, in its implicit transaction. */
export const postgresTenantForm: TenantForm = {
  begin: [{ ...preparedStatements.begin, values: [] }],
  setTenant,
  statement: (_, config) => config,
  sendAlone: (client, tenant, config, mode) =>
    sendAfter(
      client,
      [mode === undefined ? setTenant(tenant) : { ...preparedStatements.setTenantAndPlan, values: [tenant, mode] }],
      config,
    ),
  drawsByRow: true,
  takesByTenant: false,
  insertsAndReads: true,
};
