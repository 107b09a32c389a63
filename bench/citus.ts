import pg from 'pg';
import { distributeTenants } from '@psa/postgres-kit';
import type { Bench } from './bench.ts';
import { compare, type OperationResult, type Target } from './measure.ts';
import { type KeyedTenant, operations } from './requests.ts';

/** The product with the tenants of assets spread over nodes; its ratios are to the same product on plain Postgres. */
export interface CitusReport {
  readonly ops: readonly OperationResult[];
}

/** The product on a Citus cluster. */
export interface OnCitus {
  readonly tenants: readonly KeyedTenant[];
  readonly product: Target;
}

/** @param databaseUrl of the superuser at the coordinator */
export async function spreadTenants(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await distributeTenants(client, 'assets', { blocksWrites: true });
  } finally {
    await client.end();
  }
}

/** The operations of assets on several nodes, and on one server in the baseline's place. */
export async function measureCitus({ tenants, product, plan }: Bench, onCitus: OnCitus): Promise<CitusReport> {
  const plain = product('assets');
  const onPlain = new Map(operations(tenants).map(({ op, product: requests }) => [op, requests]));
  const ops: OperationResult[] = [];
  for (const { op, product: requests } of operations(onCitus.tenants)) {
    const name = `${op}, on Citus against plain`;
    const result = await compare({ op: name, product: requests, bare: onPlain.get(op) ?? [] }, onCitus.product, [plain], plan);
    console.log(`${name}: ${result.ratio.toFixed(2)}`);
    ops.push(result);
  }
  return { ops };
}
