import type { Principal } from '@psa/http-kit';
import type { RequestContext } from '@psa/postgres-kit';

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/** What the desk knows of who sees which tickets. */
export interface TicketChannels {
  /**
   * Channels whose tickets a member of staff does not see. Not to be asked within a transaction.
   * @returns undefined when the desk does not answer, and nothing is remembered
   */
  hiddenFrom(context: RequestContext, caller: Caller): Promise<ReadonlySet<string> | undefined>;
  /** What is remembered of that, without asking. */
  remembered(context: RequestContext, caller: Caller): ReadonlySet<string> | undefined;
  /** The channels tickets are in, by their ids; without those that are gone. @throws SERVICE_UNAVAILABLE when the desk does not answer */
  channelsOf(context: RequestContext, ticketIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
