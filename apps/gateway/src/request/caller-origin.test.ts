import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { callerOriginFinder } from './caller-origin.ts';

const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const forwarded = (chain: string) => ({ 'x-forwarded-for': chain, 'x-forwarded-proto': 'https' });
const proxies = [
  { address: '10.0.0.0', bits: 8, family: 'ipv4' },
  { address: 'fd00::', bits: 8, family: 'ipv6' },
] as const;

describe('where a request comes from', () => {
  it.each<[string, IncomingMessage, string, boolean]>([
    ['the connection, when no proxy is trusted', from('10.0.0.1', forwarded('203.0.113.7')), '10.0.0.1', false],
    ['an IPv4 address in IPv6 clothes', from('::ffff:203.0.113.7'), '203.0.113.7', false],
  ])('is %s', (_what, request, address, https) => {
    expect(callerOriginFinder([])(request)).toEqual({ address, https });
  });

  it.each<[string, IncomingMessage, string, boolean]>([
    ['the connection, when it is no proxy of ours', from('198.51.100.1', forwarded('203.0.113.7')), '198.51.100.1', false],
    ['what the trusted proxy saw', from('::ffff:10.0.0.1', forwarded('203.0.113.7')), '203.0.113.7', true],
    ['what the first of two trusted proxies saw', from('10.0.0.1', forwarded('203.0.113.7, 10.0.0.2')), '203.0.113.7', true],
    ['not what the caller claims to be', from('10.0.0.1', forwarded('1.1.1.1, 203.0.113.7')), '203.0.113.7', true],
    ['the proxy, when it says nothing', from('10.0.0.1'), '10.0.0.1', false],
    ['the proxy, when it talks nonsense', from('10.0.0.1', { 'x-forwarded-for': 'unknown, <b>' }), '10.0.0.1', false],
    ['an IPv6 address', from('fd00::1', forwarded('2001:db8::7')), '2001:db8::7', true],
  ])('with trusted proxies it is %s', (_what, request, address, https) => {
    expect(callerOriginFinder(proxies)(request)).toEqual({ address, https });
  });
});
