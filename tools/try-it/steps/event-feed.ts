import assert from 'node:assert/strict';
import { waitUntil } from '../../local/wait-until.ts';
import type { TrialStep } from '../trial.ts';

const CLIENTS = 12;

/** Whoever reads the feed from a position sees each fact once, and again when the work broke off. */
export const eventFeed: TrialStep = {
  title: 'Follow the event feed',
  async run({ psa, run, signal }) {
    const now = psa.events({ after: 'latest', untilCurrent: true });
    for await (const event of now) assert.fail(`${event.eventname} is older than the position`);
    const after = now.position;
    assert(after, 'the feed tells no position');

    const created: string[] = [];
    for (let index = 0; index < CLIENTS; index++)
      created.push(
        (await psa.post('/api/v1/clients', { body: { client_name: `Feed ${index} ${run}`, billing_cycle: 'monthly' } })).client_id,
      );
    const [renamed] = created as [string];
    await psa.put('/api/v1/clients/{id}', { path: { id: renamed }, body: { client_name: `Feed renamed ${run}` } });

    const read = async (types: ('client.created' | 'client.updated' | 'client.*')[]) => {
      const events: { name: string; subject: string; version: number }[] = [];
      for await (const { eventname, subject, aggregateversion } of psa.events({ after, types, untilCurrent: true }))
        events.push({ name: eventname, subject, version: aggregateversion });
      return events;
    };
    // Events travel from the service that has the clients to the one that has the feed.
    const complete = async () => (await read(['client.*'])).length === CLIENTS + 1;
    assert(await waitUntil(complete, { timeoutMs: 20_000, everyMs: 250, signal }), `the feed has not all of ${CLIENTS + 1} events`);
    assert.deepEqual((await read(['client.created'])).map(({ subject }) => subject).toSorted(), created.toSorted());
    assert.deepEqual(await read(['client.updated']), [{ name: 'client.updated', subject: renamed, version: 2 }]);

    const brokenOff = psa.events({ after, types: ['client.*'], untilCurrent: true });
    for await (const { subject } of brokenOff) if (subject === created[3]) break;
    assert.equal(brokenOff.position, after, 'the position moved although the page was not finished');
    return `${CLIENTS + 1} events from a position on, each once; work that broke off begins there again`;
  },
};
