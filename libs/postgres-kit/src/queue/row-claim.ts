import type { Database } from '../driver/database.ts';
import { type Claim, claimStatement } from './claim-statement.ts';
import { takeByTenant } from './take-by-tenant.ts';

export interface RowClaimOptions extends Pick<Claim, 'table' | 'key' | 'set' | 'lease' | 'returning'> {
  /** Which rows may be taken, as SQL without parameters. */
  readonly where: string;
  /** Which of them go first, as SQL; an index should give it. */
  readonly orderBy: string;
  /** Which tenants go first where their rows lie apart, as an aggregate in SQL over the rows that may be taken. */
  readonly tenantsBy: string;
  /** How many parameters `set` has: they are `$2` and so on, after the limit. */
  readonly parameters?: number;
}

/**
 * Takes rows of all tenants to be worked at: by one statement, or where tenants lie on several nodes, of one tenant after the other, for
 * rows are locked on one node at a time.
 */
export class RowClaim<Row extends object> {
  readonly #whole: string;
  readonly #tenants: string;
  readonly #ofTenant: string;

  constructor({ tenantsBy, parameters = 0, ...claim }: RowClaimOptions) {
    this.#whole = claimStatement(claim);
    this.#tenants = `select due.tenant from ${claim.table} due where ${claim.where} group by due.tenant order by ${tenantsBy} limit $1`;
    this.#ofTenant = claimStatement({ ...claim, tenant: `$${parameters + 2}` });
  }

  /** Takes what nobody else has. @param workerDatabase across tenants @param values those of `set` */
  async take(workerDatabase: Database, limit: number, values: readonly unknown[] = []): Promise<Row[]> {
    if (!(await workerDatabase.detectedTenantForm()).takesByTenant) return workerDatabase.query<Row>(this.#whole, [limit, ...values]);
    const tenants = await workerDatabase.query<{ tenant: string }>(this.#tenants, [limit]);
    return takeByTenant(
      tenants.map(({ tenant }) => tenant),
      { limit, perTenant: limit },
      (tenant, most) => workerDatabase.query<Row>(this.#ofTenant, [most, ...values, tenant]),
    );
  }
}
