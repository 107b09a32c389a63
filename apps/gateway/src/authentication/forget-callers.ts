import { EventEnvelope, eventSubject } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import type { Broker } from '@psa/events-kit';
import type { CallerCache } from './caller-cache.ts';

const IDENTITY_EVENTS = `${eventSubject('identity')}.>`;

/**
 * Forgets callers as identity tells of changes, each gateway for itself. What is said while nobody listens is lost, hence the
 * age limit of the cache; after a reconnect nothing is trusted.
 */
export function forgetCallersOnEvents(broker: Broker, callers: CallerCache, log: { warn(details: object, message: string): void }): void {
  broker.listen(IDENTITY_EVENTS, (text) => {
    const envelope = parse(text);
    if (envelope === undefined) log.warn({ subject: IDENTITY_EVENTS }, 'an event of identity is no envelope: all callers are forgotten');
    callers.forget(envelope === undefined ? () => true : concernedBy(envelope));
  });
  broker.watch(() => callers.forget(() => true)).catch((error: unknown) => log.warn({ err: error }, 'the broker is no longer watched'));
}

/** Whom an event of identity concerns. What is neither about a key nor about a user may concern the whole tenant. */
export function concernedBy({ type, tenant, subject }: EventEnvelope): (caller: AuthenticatedCaller) => boolean {
  const [, , aggregate] = type.split('.');
  if (aggregate === 'api_key') return (caller) => caller.credential.id === subject;
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
