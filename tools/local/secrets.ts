import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Home } from './home.ts';
import { natsUserNames } from './nats-users.ts';
import { readIfExists } from './read-if-exists.ts';
import { writePrivate } from './write-private.ts';

export interface Secrets {
  /** Of Postgres' superuser. */
  postgresPassword: string;
  /** The gateway's private Ed25519 key as a JWK. */
  tokenSigningKey: Record<string, string>;
  rolePasswords: Record<string, string>;
  /** Of the users of the broker. */
  natsPasswords: Record<string, string>;
  /** PSA_ENCRYPTION_KEYS, the current one first. */
  encryptionKeys: string;
  /** PSA_AUTH_SECRET, by which session tokens are sealed. */
  authSecret: string;
  /** PSA_WEBHOOK_SECRET, with which the billing system signs licence counts. */
  webhookSecret: string;
}

/** Reads the home's secrets and makes those that are missing; a role asked for the first time gets its password now. */
export function loadSecrets(home: Home, roles: readonly string[]): Secrets {
  const path = home.file('secrets.json');
  const text = readIfExists(path);
  const stored: Partial<Secrets> = text === undefined ? {} : JSON.parse(text);
  const secrets: Secrets = {
    postgresPassword: stored.postgresPassword ?? newPassword(),
    tokenSigningKey: stored.tokenSigningKey ?? newSigningKey(),
    natsPasswords: { ...Object.fromEntries(natsUserNames.map((user) => [user, newPassword()])), ...stored.natsPasswords },
    rolePasswords: { ...Object.fromEntries(roles.map((role) => [role, newPassword()])), ...stored.rolePasswords },
    authSecret: stored.authSecret ?? randomBytes(33).toString('base64url'),
    webhookSecret: stored.webhookSecret ?? randomBytes(33).toString('base64url'),
    encryptionKeys: stored.encryptionKeys ?? `local:${randomBytes(32).toString('base64')}`,
  };
  const next = `${JSON.stringify(secrets, null, 2)}\n`;
  if (next !== text) writePrivate(path, next);
  return secrets;
}

/** 192 bits in characters that need no escaping in a URL. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** A private Ed25519 key as a JWK. */
export function newSigningKey(): Record<string, string> {
  const { kty, crv, x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Record<
    'kty' | 'crv' | 'x' | 'd',
    string
  >;
  // RFC 7638: members in this order, no white space. The same key has the same name everywhere.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
  return { kty, crv, x, d, kid, alg: 'EdDSA', use: 'sig' };
}
