import { natsUsers } from './nats-permissions.ts';
import { allServiceFacts } from './service-facts.ts';

/** A program of its own: a start of the product must not carry every service in its memory. */
console.log(JSON.stringify(natsUsers(await allServiceFacts())));
