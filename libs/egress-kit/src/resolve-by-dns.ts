import { Resolver } from 'node:dns/promises';
import { type EgressOptions, resolveBySystem } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Finds public hosts by asking the name servers directly. The system's resolver has four threads, which the whole process shares:
 * a handful of hosts whose name servers are silent would keep all others waiting. Hosts the operator named may be known to the
 * system alone, and are asked of it.
 */
export function resolveByDns(policy: EgressPolicy): NonNullable<EgressOptions['resolve']> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return async (host) => {
    if (policy.allowsHost(host)) return resolveBySystem(host);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason as Error;
    return [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
  };
}
