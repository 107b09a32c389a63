import { ApiError } from '@psa/contract-kit';
import { type AuthenticatedCaller, ipRangeMatcher } from '@psa/contracts-identity';

const matchers = new WeakMap<readonly string[], (address: string) => boolean>();

/** Keeps a credential that is confined to some networks from being used elsewhere. @throws FORBIDDEN */
export function assertAllowedNetwork({ ip_ranges }: AuthenticatedCaller, address: string): void {
  if (ip_ranges === undefined) return;
  let isAllowed = matchers.get(ip_ranges);
  if (isAllowed === undefined) matchers.set(ip_ranges, (isAllowed = ipRangeMatcher(ip_ranges)));
  if (!isAllowed(address)) throw new ApiError('FORBIDDEN', `This API key cannot be used from ${address}`);
}
