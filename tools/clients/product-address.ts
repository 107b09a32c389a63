/** A running product that clients are tried on. */
export interface ProductAddress {
  readonly baseUrl: string;
  /** Makes a tenant of its own for a test. @returns the key of its administrator */
  newKey(slug: string): Promise<string>;
}
