import type { RequestContext } from '@psa/postgres-kit';

/** The people whose permissions rules run with. */
export interface RuleAuthors {
  /** What somebody may do now. @returns null when they are gone or deactivated @throws SERVICE_UNAVAILABLE when nobody can say */
  permissionsOf(context: RequestContext, userId: string): Promise<ReadonlySet<string> | null>;
}
