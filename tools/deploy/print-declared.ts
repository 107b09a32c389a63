import { databaseServices } from '../local/services.ts';
import { natsUsers } from './nats-permissions.ts';
import { allServiceFacts, definitionOf } from './service-facts.ts';

/** A program of its own: a command must not carry every service in its memory. Migrations by service, all durable consumers, and the users of the broker. */
const facts = await allServiceFacts();
const migrations = Object.fromEntries(
  await Promise.all(databaseServices.map(async ({ name }) => [name, Object.keys((await definitionOf(name)).migrations)] as const)),
);
console.log(JSON.stringify({ migrations, consumers: facts.flatMap(({ consumers }) => consumers), brokerUsers: natsUsers(facts) }));
