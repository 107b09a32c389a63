import { AckPolicy, DeliverPolicy, type JetStreamManager, type NatsConnection } from 'nats';
import { Refusal } from '../../local/refusal.ts';
import { tenantStreams } from '../tenant-subjects.ts';
import type { BrokerAdmin } from '../with-broker-admin.ts';

const STREAMS = 'PSA_';
const MESSAGES_AT_ONCE = 500;
const FETCH_MS = 2_000;
/** After which the broker removes the consumer of a command that was killed. */
const UNUSED_NS = 60_000_000_000;
const WAIT_MS = 60_000;
const POLL_MS = 250;

/** A message of a stream. */
interface Place {
  readonly stream: string;
  readonly subject: string;
  readonly sequence: number;
}

/** What a tenant's messages were looked through for. */
export interface SearchedMessages {
  readonly searched: number;
  readonly found: readonly Place[];
}

/** Looks through a tenant's messages of all streams. */
export async function searchStreams(
  { broker, manager }: BrokerAdmin,
  tenant: string,
  matches: (text: string) => boolean,
): Promise<SearchedMessages> {
  let searched = 0;
  const found: Place[] = [];
  for (const { stream, filters } of await tenantStreams(manager, tenant)) {
    for (const filter of filters)
      for await (const message of messagesOf(broker, manager, stream, filter)) {
        searched++;
        if (matches(message.string())) found.push({ stream, subject: message.subject, sequence: message.seq });
      }
  }
  return { searched, found };
}

/** All that a stream has of a subject by now, without taking it from anybody. */
async function* messagesOf(broker: NatsConnection, manager: JetStreamManager, stream: string, filter_subject: string) {
  const { name, num_pending } = await manager.consumers.add(stream, {
    filter_subject,
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    inactive_threshold: UNUSED_NS,
    mem_storage: true,
  });
  try {
    const consumer = await broker.jetstream().consumers.get(stream, name);
    for (let left = num_pending; left > 0;) {
      const before = left;
      for await (const message of await consumer.fetch({ max_messages: Math.min(left, MESSAGES_AT_ONCE), expires: FETCH_MS })) {
        left--;
        yield message;
      }
      if (left < before) continue;
      // Some may have expired meanwhile; others that do not come would make what is found less than there is.
      if ((await consumer.info()).num_pending > 0)
        throw new Refusal(`The broker does not give out the messages of ${stream}. Run the command again.`);
      break;
    }
  } finally {
    await manager.consumers.delete(stream, name);
  }
}

/**
 * Removes messages. Streams let nobody delete a single one, so that all goes that a tenant has of the same subject up to the last of them; the
 * services' outboxes are the record, and have them without the person. All consumers have had them by then: a message that is removed would
 * be missing to who has not.
 * @returns how many went
 * @throws Refusal that names the consumers that do not get there
 */
export async function purgeMessages(manager: JetStreamManager, places: readonly Place[]): Promise<number> {
  let purged = 0;
  for (const [stream, messages] of Map.groupBy(places, (place) => place.stream)) {
    await waitForConsumers(manager, stream, Math.max(...messages.map(({ sequence }) => sequence)));
    for (const [filter, ofSubject] of Map.groupBy(messages, ({ subject }) => subject)) {
      // The sequence is the first that stays.
      const seq = Math.max(...ofSubject.map(({ sequence }) => sequence)) + 1;
      purged += (await manager.streams.purge(stream, { filter, seq })).purged;
    }
  }
  return purged;
}

/** Waits until all consumers of all streams have handled what is in them by now. @throws Refusal that names those that do not get there */
export async function waitUntilHandled(manager: JetStreamManager): Promise<void> {
  for await (const { config, state } of manager.streams.list())
    if (config.name.startsWith(STREAMS)) await waitForConsumers(manager, config.name, state.last_seq);
}

async function waitForConsumers(manager: JetStreamManager, stream: string, sequence: number): Promise<void> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const behind: string[] = [];
    for await (const { name, config, ack_floor, num_pending, num_ack_pending } of manager.consumers.list(stream))
      if (config.durable_name !== undefined && ack_floor.stream_seq < sequence && num_pending + num_ack_pending > 0) behind.push(name);
    if (behind.length === 0) return;
    if (Date.now() > end)
      throw new Refusal(
        `Some consumers of ${stream} have not handled its events yet: ${behind.join(', ')}. See psa doctor, then run the command again.`,
      );
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
