import type { SecretPlace } from '@psa/service-kit';

/** Where secrets that have to be read again are sealed for the database. */
export interface SecretKeeper {
  seal(text: string, place: SecretPlace): string;
  /** @throws Error when it cannot be opened: sealed with a key that is gone, or for another place */
  open(sealed: string, place: SecretPlace): string;
}
