import { randomBytes } from 'node:crypto';
import type { ScopeCore, TransactionCore } from '@psa/postgres-kit';
import { findDataKey, insertDataKey, useCurrentDataKey } from './data-key.records.ts';
import type { KeyRing, WrappedKey } from './key-ring.ts';
import { KEY_BYTES, openBytes, sealBytes, type SecretPlace } from './sealing.ts';

const VERSION = 'v2';
const SEALED = new RegExp(`^${VERSION}\\.([0-9a-f-]{36})\\.([\\w-]+)$`);

/** Data keys remembered in the clear: one takes a tenth of a kilobyte. */
const REMEMBERED = 5_000;

/**
 * Secrets that have to be read again, sealed for rest in the database: each with its tenant's own data key, which is stored only
 * as shut by a key-encryption key from the settings.
 */
export class SecretBox {
  readonly #ring: KeyRing | undefined;
  readonly #dataKeys = new Map<string, Buffer>();

  /** @param ring absent in a service that has no secrets to keep */
  constructor(ring: KeyRing | undefined) {
    this.#ring = ring;
  }

  get ring(): KeyRing {
    if (this.#ring === undefined) throw new Error('PSA_ENCRYPTION_KEYS is not configured');
    return this.#ring;
  }

  /**
   * Seals a text for its place, with the tenant's current data key; the first secret of a tenant makes one.
   * @param tx the transaction that stores it
   * @returns `v2.<id of the data key>.<iv, ciphertext and tag in base64url>`
   */
  async seal(tx: TransactionCore, text: string, place: SecretPlace): Promise<string> {
    const current = (await useCurrentDataKey(tx)) ?? (await this.#makeDataKey(tx));
    return `${prefixOf(current.data_key_id)}${sealBytes(Buffer.from(text), this.#unwrap(current, tx.tenant), tx.tenant, place)}`;
  }

  /** @throws Error when it was sealed for another place or tenant, with a key that is gone, or was tampered with */
  async open(db: ScopeCore, sealed: string, place: SecretPlace): Promise<string> {
    const [, dataKeyId, body] = SEALED.exec(sealed) ?? [];
    if (dataKeyId === undefined || body === undefined) throw new Error('this is no sealed secret');
    const known = this.#dataKeys.get(memoryKey(db.tenant, dataKeyId));
    return openBytes(body, known ?? (await this.#findDataKey(db, dataKeyId)), db.tenant, place).toString('utf8');
  }

  async #findDataKey(db: ScopeCore, dataKeyId: string): Promise<Buffer> {
    const found = await findDataKey(db, dataKeyId);
    if (found === undefined) throw new Error('a secret was sealed with a data key that is gone');
    return this.#unwrap(found, db.tenant);
  }

  #unwrap(wrapped: WrappedKey, tenant: string): Buffer {
    const name = memoryKey(tenant, wrapped.data_key_id);
    const key = this.#dataKeys.get(name) ?? this.ring.unwrap(wrapped, tenant);
    if (this.#dataKeys.size >= REMEMBERED) this.#dataKeys.clear();
    this.#dataKeys.set(name, key);
    return key;
  }

  async #makeDataKey(tx: TransactionCore): Promise<WrappedKey> {
    await insertDataKey(tx, this.ring.wrap(randomBytes(KEY_BYTES), tx.tenant, crypto.randomUUID()));
    // Of two transactions that make one, the second has waited for the first, and finds the first's.
    return (await useCurrentDataKey(tx)) as WrappedKey;
  }
}

/** What everything begins with that a data key has sealed. */
export function prefixOf(dataKeyId: string): string {
  return `${VERSION}.${dataKeyId}.`;
}

const memoryKey = (tenant: string, dataKeyId: string) => `${tenant}.${dataKeyId}`;
