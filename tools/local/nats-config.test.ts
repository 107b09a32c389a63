import { describe, expect, test } from '@jest/globals';
import { natsConfig, type NatsConfig } from './nats-config.ts';

const config = (more: Partial<NatsConfig>) =>
  natsConfig({
    host: '127.0.0.1',
    port: 1,
    monitorPort: 2,
    storeFolder: '/a home/nats',
    serverVersion: '2.10.27',
    durability: 'durable',
    ...more,
  });

describe('the configuration of NATS', () => {
  test.each([
    ['2.9.10', false],
    ['2.9.25', false],
    ['2.10.0', true],
    ['2.15.1', true],
  ])('of version %s writes each message through: %s', (serverVersion, expected) => {
    expect(config({ serverVersion }).includes('sync_interval: always')).toBe(expected);
  });

  test('does not write through what is thrown away', () => {
    expect(config({ durability: 'throwaway' })).not.toContain('sync_interval');
  });

  test('quotes its folder', () => {
    expect(config({})).toContain('store_dir: "/a home/nats"');
  });

  test('declares the accounts that tests take', () => {
    const text = config({ accounts: { count: 200, password: 'secret' } });
    expect(text.match(/jetstream: enabled/g)).toHaveLength(200);
    expect(text).toContain('T199 { jetstream: enabled, users: [{ user: "t199", password: "secret" }] }');
  });
});
