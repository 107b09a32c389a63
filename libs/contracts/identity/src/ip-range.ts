import { BlockList, isIPv4 } from 'node:net';
import { z } from 'zod';

/** An address, or a network in CIDR notation. */
export const IpRange = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'must be an address or a network such as 203.0.113.0/24' })
  .meta({ example: '203.0.113.0/24' });

interface ParsedRange {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Makes the check whether an address is in one of the ranges. */
export function ipRangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, bits, family } of ranges.map(parseRange)) list.addSubnet(address, bits, family);
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** Whether one of the outer ranges holds all of the inner one. */
export function containsIpRange(outer: readonly string[], inner: string): boolean {
  const { address, bits, family } = parseRange(inner);
  return outer.some((range) => {
    const parsed = parseRange(range);
    return parsed.family === family && parsed.bits <= bits && ipRangeMatcher([range])(address);
  });
}

function parseRange(text: string): ParsedRange {
  const [address = '', bits] = text.split('/', 2);
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return { address, bits: bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family };
}
