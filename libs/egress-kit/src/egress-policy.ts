import { isIP } from 'node:net';
import { blockListOf, isPublicAddress, plainAddress } from './public-address.ts';

/** Where the product may call: the public internet, and what the operator allows beside it. */
export interface EgressPolicy {
  /** Whether the operator named this host, or the block its literal address lies in: any port and plain HTTP are fine there. */
  allowsHost(host: string): boolean;
  /** Whether a connection may be opened to this address, looked up for this host. */
  allowsAddress(address: string, host: string): boolean;
}

/**
 * @param allow hosts, addresses and CIDR blocks, separated by commas
 * @throws RangeError naming an entry that is none of these
 */
export function egressPolicy(allow: string): EgressPolicy {
  const entries = allow
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean);
  const blocks = entries.filter((entry) => entry.includes('/') || isIP(entry) !== 0).map(toBlock);
  const hosts = new Set(entries.filter((entry) => !entry.includes('/') && isIP(entry) === 0).map(toHost));
  const allowed = blockListOf(blocks);
  const inAllowedBlock = (address: string) => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && allowed.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    allowsHost: (host) => hosts.has(host) || inAllowedBlock(host),
    allowsAddress: (address, host) => hosts.has(host) || inAllowedBlock(address) || isPublicAddress(address),
  };
}

function toBlock(entry: string): string {
  const [network = '', prefix] = entry.split('/');
  const family = isIP(network);
  const bits = family === 4 ? 32 : 128;
  if (family === 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)))
    throw new RangeError(`${entry} is no CIDR block`);
  return `${network}/${prefix ?? bits}`;
}

function toHost(entry: string): string {
  if (!/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(entry)) throw new RangeError(`${entry} is no host name`);
  return entry;
}
