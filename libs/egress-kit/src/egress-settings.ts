import { z } from 'zod';
import { egressPolicy } from './egress-policy.ts';

/** Settings of a service that calls addresses its users choose. */
export const egressSettings = {
  PSA_EGRESS_ALLOW: z
    .string()
    .default('')
    .refine(isAllowList, 'must be host names, addresses and CIDR blocks, separated by commas')
    .describe('Hosts, addresses and CIDR blocks that may be called although they are not public'),
};

function isAllowList(text: string): boolean {
  try {
    egressPolicy(text);
    return true;
  } catch {
    return false;
  }
}
