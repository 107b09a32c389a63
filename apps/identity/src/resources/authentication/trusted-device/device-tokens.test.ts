import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { deviceCookieStem, DeviceTokens } from './device-tokens.ts';

const owner = { tenant: randomUUID(), userId: randomUUID() };
const deviceId = randomUUID();
const tokens = new DeviceTokens(['key']);

describe('the cookie of a trusted device', () => {
  it('is read for the user it was made for, also after the key has changed', () => {
    const { value, secretHash } = tokens.issue(deviceId, owner);
    expect(new DeviceTokens(['new key', 'key']).read(value, owner)).toEqual({ deviceId, secretHash });
    expect(value).not.toContain(secretHash);
  });

  it('is refused for another user, another tenant, another key, and when changed anywhere', () => {
    const { value } = tokens.issue(deviceId, owner);
    expect(tokens.read(value, { ...owner, userId: randomUUID() })).toBeUndefined();
    expect(tokens.read(value, { ...owner, tenant: randomUUID() })).toBeUndefined();
    expect(new DeviceTokens(['other']).read(value, owner)).toBeUndefined();
    for (let index = 0; index < value.length; index += 3) {
      const changed = value.slice(0, index) + (value[index] === '0' ? '1' : '0') + value.slice(index + 1);
      expect(tokens.read(changed, owner)).toBeUndefined();
    }
    for (const junk of ['', '..', `${deviceId}..`, value.slice(1)]) expect(tokens.read(junk, owner)).toBeUndefined();
  });

  it('has a name of its own for each user', () => {
    const stem = deviceCookieStem(owner);
    expect(stem).toMatch(/^trusted-device\.[0-9a-f]{16}$/);
    expect(deviceCookieStem({ ...owner, userId: randomUUID() })).not.toBe(stem);
  });
});
