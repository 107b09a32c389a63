import { rpcSubject } from '@psa/contract-kit';
import { hintSubject, inboxPrefix, streamName } from '@psa/events-kit';
import { NATS_ADMIN, type NatsUser, OPERATOR, OPERATOR_INBOX } from '../local/nats-users.ts';
import type { ServiceFacts } from './service-facts.ts';

/** The users of the broker: one for each service, the operator, and who may do everything. */
export function natsUsers(facts: readonly ServiceFacts[]): NatsUser[] {
  const administered = facts.filter(({ hasDatabase }) => hasDatabase).map(({ name }) => `psa.v1.rpc.${name}.admin.>`);
  return [
    ...facts.map((service) => userOf(service, facts)),
    { user: OPERATOR, publish: administered, subscribe: [`${OPERATOR_INBOX}.>`] },
    { user: NATS_ADMIN, publish: ['>'], subscribe: ['>'] },
  ];
}

function userOf({ name, hasDatabase, consumers, formerConsumers, asks, listens }: ServiceFacts, all: readonly ServiceFacts[]): NatsUser {
  return {
    user: name,
    publish: [
      ...(hasDatabase ? ownStream(name) : []),
      `${hintSubject(name)}.>`,
      ...consumers.flatMap(({ name: durable, domain }) => ownConsumer(domain, durable)),
      ...formerConsumers.flatMap(({ name: durable, domain }) => formerConsumer(domain, durable)),
      ...asks,
      ...(hasDatabase ? answers(name, all) : []),
    ]
      .filter(unique)
      .sort(),
    subscribe: [`${inboxPrefix(`psa-${name}`)}.>`, ...(hasDatabase ? [`psa.v1.rpc.${name}.>`] : []), `${hintSubject(name)}.>`, ...listens],
  };
}

/**
 * Answering those that ask it: by their inboxes, which hold a part nobody can guess. The server's own `allow_responses` is for
 * few and slow questions: it keeps every message delivered, events too, and goes through them all at each further one.
 */
function answers(name: string, all: readonly ServiceFacts[]): string[] {
  const asking = all.filter(({ asks }) => asks.some((subject) => [name, '*'].some((asked) => subject.startsWith(rpcSubject(asked, '')))));
  return [OPERATOR_INBOX, ...asking.map((service) => inboxPrefix(`psa-${service.name}`))].map((inbox) => `${inbox}.>`);
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

/** Fetching by a consumer that a former version made, acknowledging to it, and deleting it. */
function formerConsumer(domain: string, durable: string): string[] {
  const stream = streamName(domain);
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ];
}

function unique(subject: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(subject) === index;
}
