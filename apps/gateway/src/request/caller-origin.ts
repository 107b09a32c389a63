import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Network } from '../gateway-settings.ts';

/** Where a request comes from. */
export interface CallerOrigin {
  readonly address: string;
  /** Whether the caller's own connection is encrypted. */
  readonly https: boolean;
}

const MAPPED_IPV4 = '::ffff:';

/**
 * Makes the function that finds a request's origin. Forwarding headers are believed only from trusted proxies: anybody else
 * could put any address in them.
 */
export function callerOriginFinder(trusted: readonly Network[]): (request: IncomingMessage) => CallerOrigin {
  if (trusted.length === 0) return (request) => ({ address: socketAddress(request), https: false });
  const proxies = new BlockList();
  for (const { address, bits, family } of trusted) proxies.addSubnet(address, bits, family);
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

  return (request) => {
    const peer = socketAddress(request);
    if (!isProxy(peer)) return { address: peer, https: false };
    const { 'x-forwarded-for': chain, 'x-forwarded-proto': proto } = request.headers;
    const hops = String(chain ?? '')
      .split(',')
      .map((hop) => plainAddress(hop.trim()))
      .filter((hop) => isIP(hop) !== 0);
    // Each proxy adds the address it saw at the end: the last one that is no proxy of ours is the caller.
    return { address: hops.findLast((hop) => !isProxy(hop)) ?? hops[0] ?? peer, https: String(proto).split(',')[0]?.trim() === 'https' };
  };
}

function socketAddress(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress ?? '');
}

function plainAddress(address: string): string {
  return address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address;
}
