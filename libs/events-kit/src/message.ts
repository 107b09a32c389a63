import { EventEnvelope } from '@psa/contract-kit';
import { isTracing, traceIds } from '@psa/trace-kit';
import type { JsMsg } from 'nats';

/** What came is no event: it will not become one by being tried again. */
export class Undecodable extends Error {}

/** An event of a type this version of the product does not know: a newer one, running side by side, published it. */
export class UnknownEventType extends Error {
  constructor(type: string) {
    super(`${UNKNOWN_TYPE}${type}`);
  }
}

/** How the reason of a dead letter begins that waits for a version which knows its type; the type follows. */
export const UNKNOWN_TYPE = 'unknown event type: ';

/** Tells the broker of events that wait for their turn, or whose effect takes long, that somebody has them; of those it has an answer for nothing is sent. */
export function extendAckDeadline(held: readonly JsMsg[]): void {
  try {
    for (const message of held) message.working();
  } catch {
    // Without a connection there is nobody to tell; the broker delivers again.
  }
}

/** @throws Undecodable what is wrong with it */
export function decode(text: string): EventEnvelope {
  try {
    return EventEnvelope.parse(JSON.parse(text));
  } catch (error) {
    throw new Undecodable(`not an event envelope: ${(error as Error).message}`);
  }
}

/** What a log says of a message, so that it is found with the request that caused it. */
export function factsOf(message: JsMsg): object {
  const member = (name: string) => new RegExp(`"${name}":"([^"]{1,128})"`).exec(message.string())?.[1];
  return {
    event_id: message.headers?.get('Nats-Msg-Id'),
    tenant_id: member('tenant'),
    request_id: member('correlationid'),
    ...traceIds(member('traceparent')),
  };
}

/** The tenant a message was published for. */
export function tenantOf({ subject }: JsMsg): string {
  return subject.slice(subject.lastIndexOf('.') + 1);
}

/** The span a message was published in; undefined while tracing is off, where reading the headers of each message is for nothing. */
export function publishedIn(message: JsMsg): string | undefined {
  return isTracing() ? message.headers?.get('traceparent') : undefined;
}

/** The aggregate a message is about; undecodable ones share one key. */
export function orderingKey(message: JsMsg): string {
  return /"subject":"([^"]{1,100})"/.exec(message.string())?.[1] ?? '';
}
