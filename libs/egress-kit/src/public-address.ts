import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Blocks of IPv4 that are not public unicast, from IANA's registry of special-purpose addresses. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only block of IPv6 that is public unicast, and the special blocks inside it: protocols, documentation, 6to4. */
const PUBLIC_IPV6 = '2000::/3';
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Prefixes behind which an IPv4 address stands: mapped, and translated by NAT64. */
const EMBEDDING_PREFIXES = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
] as const;

const specialIpv4 = blockListOf(SPECIAL_IPV4);
const publicIpv6 = blockListOf([PUBLIC_IPV6]);
const specialIpv6 = blockListOf(SPECIAL_IPV6);

/**
 * Whether an address belongs to a host on the public internet. Everything that is not known to is refused: private, loopback
 * and link-local addresses, the cloud's metadata service, multicast, and text that is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  const groups = ipv6Groups(address);
  if (groups === undefined) return false;
  const embedded = embeddedIpv4(groups);
  if (embedded !== undefined) return isPublicAddress(embedded);
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** The address itself, or the IPv4 address that stands in it. */
export function plainAddress(address: string): string {
  const groups = ipv6Groups(address);
  return (groups && embeddedIpv4(groups)) ?? address;
}

/** @param blocks in CIDR notation */
export function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix = ''] = block.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

function embeddedIpv4(groups: readonly number[]): string | undefined {
  if (!EMBEDDING_PREFIXES.some((prefix) => prefix.every((group, index) => groups[index] === group))) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address; a zone makes it one of this machine's own links. */
function ipv6Groups(address: string): number[] | undefined {
  if (!isIPv6(address) || address.includes('%')) return undefined;
  // The URL parser writes dotted endings and upper case in the one canonical form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...start, ...new Array<string>(8 - start.length - end.length).fill('0'), ...end].map((group) => parseInt(group, 16));
}
