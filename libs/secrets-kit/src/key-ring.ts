import { KEY_BYTES, openBytes, sealBytes } from './sealing.ts';

/** A tenant's data key as it is stored: shut with a key the database does not have. */
export interface WrappedKey {
  readonly data_key_id: string;
  readonly key_encryption_key: string;
  readonly wrapped_key: string;
}

const ENTRY = /^([\w-]{1,64}):([A-Za-z0-9+/_=-]+)$/;

/** The key-encryption keys of the installation. They shut data keys and nothing else. */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Buffer>;
  /** The one that shuts; the others only open. */
  readonly currentId: string;

  /**
   * @param text `id:base64` of 32 bytes each, separated by commas, the current one first. To change the key, put the new one
   * ahead of the old one, let `keys rotate` run, and take the old one out.
   * @throws RangeError when an entry is faulty, or an id is given twice
   */
  constructor(text: string) {
    const entries = text.split(',').map((entry) => {
      const [, id, base64] = ENTRY.exec(entry.trim()) ?? [];
      const key = Buffer.from(base64 ?? '', 'base64');
      if (id === undefined || key.length !== KEY_BYTES) throw new RangeError(`a key is written as id:base64 with ${KEY_BYTES} bytes`);
      return [id, key] as const;
    });
    this.#keys = new Map(entries);
    if (this.#keys.size !== entries.length) throw new RangeError('two keys have the same id');
    this.currentId = (entries[0] as (typeof entries)[0])[0];
  }

  wrap(dataKey: Uint8Array, tenant: string, dataKeyId: string): WrappedKey {
    const key = this.#keys.get(this.currentId) as Buffer;
    return { data_key_id: dataKeyId, key_encryption_key: this.currentId, wrapped_key: sealBytes(dataKey, key, tenant, placeOf(dataKeyId)) };
  }

  /** @throws Error when the key it was shut with is not here, or it is not this tenant's */
  unwrap({ data_key_id, key_encryption_key, wrapped_key }: WrappedKey, tenant: string): Buffer {
    const key = this.#keys.get(key_encryption_key);
    if (key === undefined) throw new Error(`the key-encryption key ${key_encryption_key} is not configured`);
    return openBytes(wrapped_key, key, tenant, placeOf(data_key_id));
  }
}

const placeOf = (dataKeyId: string) => ({ table: 'data_keys', column: 'wrapped_key', row: dataKeyId });
