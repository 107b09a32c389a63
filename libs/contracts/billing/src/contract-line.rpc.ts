import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { ContractLineFacts } from './contract-line.events.ts';

/** What the billing service answers over NATS about its contract lines. */
export const contractLineRpc = rpcMethods('billing', {
  getContractLineFacts: {
    summary: 'A contract line, for another service whose copy has not arrived yet',
    request: z.object({ contract_line_id: z.guid() }),
    response: z.object({
      contract_line: ContractLineFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such contract line'),
    }),
  },
});
