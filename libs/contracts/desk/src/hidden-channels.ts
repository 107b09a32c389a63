import { type Actor, ApiError, type PermissionName } from '@psa/contract-kit';

/** Somebody of the staff, or a rule that acts for the tenant. */
export interface ChannelReader {
  readonly userId: string;
  readonly permissions: ReadonlySet<PermissionName>;
  readonly actor: Actor;
}

/** Whether somebody of the staff sees the tickets of all channels: rules do, and who may change the settings of tickets. */
export function seesEveryChannel({ permissions, actor }: Omit<ChannelReader, 'userId'>): boolean {
  const isPerson = actor.type === 'user' || actor.type === 'api_key';
  return !isPerson || permissions.has('ticket_settings:update');
}

/** What the desk answers about somebody of the staff. */
export interface HiddenChannelsAnswer {
  readonly channel_ids: readonly string[];
  readonly is_limited: boolean;
}

/** How long an answer is good. */
const TRUSTED_MS = 5_000;
/** How long one may serve while the desk does not answer. */
const MAX_STALE_MS = 600_000;
const MAX_REMEMBERED = 10_000;

interface Remembered {
  readonly since: number;
  readonly channels: ReadonlySet<string>;
}

const keyOf = (tenant: string, userId: string) => `${tenant} ${userId}`;

const NONE: ReadonlySet<string> = new Set();

/**
 * The channels whose tickets somebody of the staff does not see, as a service outside of the desk knows them. The desk is asked once
 * in a few seconds: about a tenant, where none of its channels is limited to teams, else about a person.
 */
export class HiddenChannels<Context extends { readonly tenant: string }> {
  readonly #ask: (context: Context, userId: string) => Promise<HiddenChannelsAnswer>;
  readonly #now: () => number;
  /** By tenant, and by tenant and person. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(ask: (context: Context, userId: string) => Promise<HiddenChannelsAnswer>, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /** What is remembered, however old as long as it may serve: for a transaction, which must not wait for the desk. */
  remembered({ tenant }: Context, reader: ChannelReader): ReadonlySet<string> | undefined {
    if (seesEveryChannel(reader)) return NONE;
    const known = this.#known(tenant, reader.userId);
    return known !== undefined && this.#now() - known.since < MAX_STALE_MS ? known.channels : undefined;
  }

  /**
   * Call it outside of a transaction: the desk may have to be asked.
   * @returns undefined when the desk does not answer, and nothing is remembered
   */
  async hiddenFrom(context: Context, reader: ChannelReader): Promise<ReadonlySet<string> | undefined> {
    if (seesEveryChannel(reader)) return NONE;
    const known = this.#known(context.tenant, reader.userId);
    if (known !== undefined && this.#now() - known.since < TRUSTED_MS) return known.channels;
    try {
      const { channel_ids, is_limited } = await this.#ask(context, reader.userId);
      if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
      const answer = { since: this.#now(), channels: channel_ids.length === 0 ? NONE : new Set(channel_ids) };
      this.#remembered.set(is_limited ? keyOf(context.tenant, reader.userId) : context.tenant, answer);
      return answer.channels;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
      return this.remembered(context, reader);
    }
  }

  #known(tenant: string, userId: string): Remembered | undefined {
    const [ofTenant, ofPerson] = [this.#remembered.get(tenant), this.#remembered.get(keyOf(tenant, userId))];
    if (ofTenant === undefined || ofPerson === undefined) return ofTenant ?? ofPerson;
    return ofPerson.since > ofTenant.since ? ofPerson : ofTenant;
  }
}
