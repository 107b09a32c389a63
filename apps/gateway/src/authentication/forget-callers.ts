import { EventEnvelope, eventSubject } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import type { Broker } from '@psa/events-kit';

const IDENTITY_EVENTS = `${eventSubject('identity')}.>`;

/** What remembers callers. */
export interface CallerMemory {
  forget(matches: (caller: AuthenticatedCaller) => boolean): void;
}

/**
 * Forgets callers as identity tells of changes, each gateway for itself. What is said while nobody listens is lost, hence the
 * age limit of the cache; after a reconnect nothing is trusted.
 */
export function forgetCallersOnEvents(
  broker: Broker,
  memories: readonly CallerMemory[],
  log: { warn(details: object, message: string): void },
): void {
  const forget = (matches: (caller: AuthenticatedCaller) => boolean) => {
    for (const memory of memories) memory.forget(matches);
  };
  broker.listen(IDENTITY_EVENTS, (text) => {
    const envelope = parse(text);
    if (envelope === undefined) log.warn({ subject: IDENTITY_EVENTS }, 'an event of identity is no envelope: all callers are forgotten');
    forget(envelope === undefined ? () => true : concernedBy(envelope));
  });
  broker.watch(() => forget(() => true)).catch((error: unknown) => log.warn({ err: error }, 'the broker is no longer watched'));
}

/** Whom an event of identity concerns. What is neither about a credential nor about a user may concern the whole tenant. */
function concernedBy({ type, tenant, subject }: EventEnvelope): (caller: AuthenticatedCaller) => boolean {
  const [, , aggregate] = type.split('.');
  if (aggregate === 'api_key' || aggregate === 'session') return (caller) => caller.credential.id === subject;
  if (aggregate === 'user') return (caller) => caller.user_id === subject;
  return (caller) => caller.tenant === tenant;
}

function parse(text: string): EventEnvelope | undefined {
  try {
    return EventEnvelope.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
