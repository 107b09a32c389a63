/** A place outside of the database that keeps bytes under keys. */
export interface Bucket {
  /** Stores bytes, in the place of those that were there. @throws when they are not known to be stored */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes in order. @throws NoSuchObject when there are none */
  get(key: string): AsyncIterable<Uint8Array>;
  /** Removes bytes; that there are none is no fault. */
  delete(key: string): Promise<void>;
  /** All keys that begin with a text, in any order. */
  list(prefix: string): AsyncIterable<string>;
}

/** A bucket has nothing under a key. */
export class NoSuchObject extends Error {
  constructor(key: string) {
    super(`The bucket has no ${key}`);
    this.name = 'NoSuchObject';
  }
}
