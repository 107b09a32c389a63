import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Whom a device is trusted for. */
export interface DeviceOwner {
  readonly tenant: string;
  readonly userId: string;
}

/** What the cookie of a trusted device holds, and what is kept of it. */
interface DeviceToken {
  readonly value: string;
  readonly secretHash: string;
}

const VALUE = /^([0-9a-f-]{36})\.([\w-]{43})\.([\w-]{43})$/;

/** The cookies of trusted devices: random, and signed for one user. */
export class DeviceTokens {
  readonly #keys: readonly string[];

  /** @param keys the first signs, all verify */
  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  issue(deviceId: string, owner: DeviceOwner): DeviceToken {
    const secret = randomBytes(32).toString('base64url');
    return { value: `${deviceId}.${secret}.${signature(deviceId, secret, owner, this.#keys[0] as string)}`, secretHash: hash(secret) };
  }

  /** @returns undefined unless it was made for this user */
  read(value: string, owner: DeviceOwner): { deviceId: string; secretHash: string } | undefined {
    const [, deviceId, secret, signed] = VALUE.exec(value) ?? [];
    if (deviceId === undefined || secret === undefined || signed === undefined) return undefined;
    const genuine = this.#keys.some((key) => timingSafeEqual(Buffer.from(signature(deviceId, secret, owner, key)), Buffer.from(signed)));
    return genuine ? { deviceId, secretHash: hash(secret) } : undefined;
  }
}

/** A stem of its own for each user, so that several can share a browser; it tells nobody who they are. */
export function deviceCookieStem({ tenant, userId }: DeviceOwner): string {
  return `trusted-device.${createHash('sha256').update(`${tenant}|${userId}`).digest('hex').slice(0, 16)}`;
}

function signature(deviceId: string, secret: string, { tenant, userId }: DeviceOwner, key: string): string {
  return createHmac('sha256', key).update(['trusted-device', tenant, userId, deviceId, secret].join('|')).digest('base64url');
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
