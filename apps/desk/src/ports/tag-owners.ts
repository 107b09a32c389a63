import type { RequestContext } from '@psa/postgres-kit';

export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Services that keep the tags of their own entities beside them. */
export interface TagOwners {
  /**
   * Changes the tags of a client or a contact.
   * @returns all its tags with the version of the entity; null when the tenant has no such entity
   * @throws VALIDATION_ERROR when there would be too many; SERVICE_UNAVAILABLE when the service does not answer
   */
  change(
    context: RequestContext,
    type: 'client' | 'contact',
    id: string,
    change: TagChange,
  ): Promise<{ tags: readonly string[]; version: number } | null>;
  /** Whether an asset exists; its tags are kept here alone. @throws SERVICE_UNAVAILABLE when the service does not answer */
  hasAsset(context: RequestContext, assetId: string): Promise<boolean>;
}
