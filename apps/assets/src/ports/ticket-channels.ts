import type { Principal } from '@psa/http-kit';
import type { RequestContext } from '@psa/postgres-kit';

/** What the desk knows of who sees which tickets. Not to be asked within a transaction. */
export interface TicketChannels {
  /**
   * Channels whose tickets a member of staff does not see.
   * @returns undefined when the desk does not answer, and nothing is remembered
   */
  hiddenFrom(
    context: RequestContext,
    caller: Pick<Principal, 'userId' | 'permissions' | 'actor'>,
  ): Promise<ReadonlySet<string> | undefined>;
}
