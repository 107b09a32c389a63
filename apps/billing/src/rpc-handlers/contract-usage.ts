import { contractRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { countAssignmentsOfClient } from '../resources/contract/client-contract-line/client-contract-line.records.ts';
import { countContractsOf } from '../resources/contract/contract.records.ts';
import type { Tables } from '../tables.ts';

/** Asked before a client is deleted. */
export const countContractsOfClient = tenantRpcHandler<typeof contractRpc.countContractsOfClient, Tables, Ports>(
  contractRpc.countContractsOfClient,
  async ({ client_id }, db) => {
    const [contracts, contract_lines] = await Promise.all([countContractsOf(db, client_id), countAssignmentsOfClient(db, client_id)]);
    return { contracts, contract_lines };
  },
);
