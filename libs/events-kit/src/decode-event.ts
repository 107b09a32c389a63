import { type Event, isDeclaredEventType } from '@psa/contract-kit';
import type { DecodedEvent } from './delivery.ts';
import { decode, UnknownEventType } from './message.ts';

/**
 * Reads an event.
 * @param events those that are known, by type
 * @param parent the span that published it; the one that caused it when absent
 * @returns undefined when it is none of them
 * @throws Undecodable when it is no event at all
 * @throws UnknownEventType when it is of a newer version, which may react to it
 */
export function decodeEvent(events: ReadonlyMap<string, Event>, text: string, parent: string | undefined): DecodedEvent | undefined {
  const envelope = decode(text);
  const event = events.get(envelope.type);
  if (event === undefined) {
    if (!isDeclaredEventType(envelope.type)) throw new UnknownEventType(envelope.type);
    return undefined;
  }
  const data = event.data.safeParse(envelope.data);
  // Tried again, because an instance of the version that published it may get it next.
  if (!data.success) throw new Error(`data breaks the contract: ${JSON.stringify(data.error.issues)}`);
  return { event, envelope: { ...envelope, data: data.data }, parent: parent || envelope.traceparent };
}
