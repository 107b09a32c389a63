import { hintSubject, inboxPrefix, streamName } from '@psa/events-kit';
import { NATS_ADMIN, type NatsUser, OPERATOR, OPERATOR_INBOX } from '../local/nats-users.ts';
import type { ServiceFacts } from './service-facts.ts';

/** The users of the broker: one for each service, the operator, and who may do everything. */
export function natsUsers(facts: readonly ServiceFacts[]): NatsUser[] {
  const administered = facts.filter(({ hasDatabase }) => hasDatabase).map(({ name }) => `psa.v1.rpc.${name}.admin.>`);
  return [
    ...facts.map(userOf),
    { user: OPERATOR, publish: administered, subscribe: [`${OPERATOR_INBOX}.>`], mayAnswer: false },
    { user: NATS_ADMIN, publish: ['>'], subscribe: ['>'], mayAnswer: false },
  ];
}

function userOf({ name, hasDatabase, consumers, asks, listens }: ServiceFacts): NatsUser {
  return {
    user: name,
    publish: [
      ...(hasDatabase ? [...ownStream(name), `${hintSubject(name)}.>`] : []),
      ...consumers.flatMap(({ name: durable, domain }) => ownConsumer(domain, durable)),
      ...asks,
    ]
      .filter(unique)
      .sort(),
    subscribe: [`${inboxPrefix(`psa-${name}`)}.>`, ...(hasDatabase ? [`psa.v1.rpc.${name}.>`, `${hintSubject(name)}.>`] : []), ...listens],
    mayAnswer: hasDatabase,
  };
}

/** Publishing its events, and making the stream that keeps them; nobody may delete or purge one. */
function ownStream(domain: string): string[] {
  const stream = streamName(domain);
  return [`psa.v1.evt.${domain}.>`, `$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`];
}

/** Making one durable consumer on another's stream, fetching by it and acknowledging to it. */
function ownConsumer(domain: string, durable: string): string[] {
  const stream = streamName(domain);
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${durable}.>`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}

function unique(subject: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(subject) === index;
}
