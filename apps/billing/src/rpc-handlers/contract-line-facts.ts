import { contractLineRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of a contract line they have not heard of. */
export const getContractLineFacts = tenantRpcHandler<typeof contractLineRpc.getContractLineFacts, Tables, Ports>(
  contractLineRpc.getContractLineFacts,
  async ({ contract_line_id }, db) => {
    const contractLine = await db
      .selectFrom('contract_lines')
      .select(['contract_line_id', 'contract_line_name', 'contract_line_type', 'billing_frequency', 'is_active', 'version'])
      .where('contract_line_id', '=', contract_line_id)
      .executeTakeFirst();
    return { contract_line: contractLine ?? null };
  },
);
