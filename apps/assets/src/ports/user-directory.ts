import type { RequestContext } from '@psa/postgres-kit';

/** A user as identity knows them. */
export interface UserFacts {
  readonly user_id: string;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly version: number;
}

/** Where a user is looked up whose copy has not arrived. */
export interface UserDirectory {
  /** @returns null when the tenant has no such user. @throws SERVICE_UNAVAILABLE when nobody answers */
  find(context: RequestContext, userId: string): Promise<UserFacts | null>;
}
