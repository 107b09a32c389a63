import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered, Consumer } from './consumer.ts';
import { batchItems, FILE_COLUMNS, fileOf, fileRows, sourceOf } from './messy-clients.ts';

const BATCH_SIZE = 5;
const WAIT_MS = 20_000;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Who plays, and where. */
export interface Play {
  readonly run: string;
  /** Address of a receiver that answers 503 to the first delivery and 204 to the second. */
  readonly receiver: string;
  /** The process kills itself while it sends this batch; it runs to its end when absent. */
  readonly killAtBatch?: number | undefined;
}

/**
 * What a consumer of the API does, with any client: import messy clients, page while rows are inserted, lose no update, receive a webhook
 * at the second attempt, follow the feed, have a rule fire and not fire, meet errors. Prints what was seen.
 * @throws AssertionError at the first thing that is not as expected
 */
export async function playConsumer(consumer: Consumer, play: Play): Promise<void> {
  await importMessyClients(consumer, play);
  const told: string[] = [];
  told.push(await importMessyClients(consumer, play));
  for (const step of [pageWhileInserting, loseNoUpdate, receiveWebhook, followFeed, haveRuleFire, meetErrors])
    told.push(await step(consumer, play));
  console.log(told.join('; '));
}

async function importMessyClients(consumer: Consumer, { run, killAtBatch }: Play): Promise<string> {
  const rows = fileRows(run);
  const file = success(await consumer.importClients(new Blob([fileOf(run)], { type: 'text/csv' }), JSON.stringify(FILE_COLUMNS)));
  const faults = rows.flatMap(({ fault }, index) => (fault === undefined ? [] : [[index + 2, fault]]));
  assert.equal(file.created + file.skipped, rows.length - faults.length);
  assert.deepEqual(
    file.errors.map(({ row, field }) => [row, field]),
    faults,
  );
  const items = batchItems(run);
  let done = 0;
  const refused: string[] = [];
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const part = items.slice(from, from + BATCH_SIZE);
    const sent = consumer.batchClients(
      part.map(({ externalId, data }) => ({
        operation: 'upsert' as const,
        external_id: { source: sourceOf(run), id: externalId },
        data: { ...data },
      })),
    );
    if (from / BATCH_SIZE === killAtBatch) process.kill(process.pid, 'SIGKILL');
    const { created, updated, results } = success(await sent);
    done += created + updated;
    for (const { index, error } of results) if (error !== null) refused.push(`${part[index]?.externalId} ${error.code}`);
  }
  const expected = items.flatMap(({ externalId, refusedWith }) => (refusedWith === undefined ? [] : [`${externalId} ${refusedWith}`]));
  assert.deepEqual(refused, expected);
  assert.equal(done, items.length - expected.length);
  for (const { externalId, data } of items.filter(({ refusedWith }) => refusedWith === undefined)) {
    const { client_name } = success(await consumer.clientByExternalId(sourceOf(run), externalId));
    assert.equal(client_name, String(data['client_name']).trim());
  }
  return `${file.skipped + done} clients once`;
}

async function pageWhileInserting(consumer: Consumer, { run }: Play): Promise<string> {
  const all = async (sort: 'client_name' | 'created_at', between: (read: number) => Promise<unknown>) => {
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = success(await consumer.listClients(sort, 7, cursor ?? undefined));
      ids.push(...page.rows.map(({ client_id }) => client_id));
      cursor = page.next;
      await between(ids.length);
    } while (cursor !== null);
    return ids;
  };
  const before = await all('created_at', async () => {});
  const seen = await all('client_name', (read) =>
    read > before.length ? Promise.resolve() : consumer.createClient(`${read % 2 === 0 ? 'AAA' : 'zzz'} ${read} ${run}`),
  );
  assert.equal(new Set(seen).size, seen.length, 'a row was read twice');
  assert.deepEqual(
    before.filter((id) => !seen.includes(id)),
    [],
    'rows were missed',
  );
  return 'no row missed';
}

async function loseNoUpdate(consumer: Consumer, { run }: Play): Promise<string> {
  const mine = await consumer.createClient(`Conflict ${run}`);
  const { client_id: id } = success(mine);
  const theirs = await consumer.updateClient(id, 'theirs', mine.etag);
  const stale = await consumer.updateClient(id, 'mine', mine.etag);
  assert.deepEqual([stale.status, stale.code], [412, 'PRECONDITION_FAILED']);
  assert.equal(success(await consumer.updateClient(id, 'mine', theirs.etag)).notes, 'mine');
  const taken = await consumer.createClient(`CONFLICT ${run}`);
  assert.equal(taken.details?.find(({ existing_id }) => existing_id !== undefined)?.existing_id, id);
  const once = [await consumer.createClient(`Once ${run}`, `once-${run}`), await consumer.createClient(`Once ${run}`, `once-${run}`)];
  assert.deepEqual(once[0]?.data, once[1]?.data);
  return `${stale.status} and ${taken.status}`;
}

async function receiveWebhook(consumer: Consumer, { run, receiver }: Play): Promise<string> {
  const { webhook_id: webhookId } = success(await consumer.createWebhook(`Webhook ${run}`, receiver));
  success(await consumer.createClient(`Hooked ${run}`));
  // A client that was made just before the webhook may be told of as well, and then its delivery is the one that fails at first.
  const statuses = await until(async () => {
    for (const { delivery_id: deliveryId, status } of success(await consumer.deliveries(webhookId))) {
      if (status !== 'delivered') continue;
      const answers = success(await consumer.attempts(webhookId, deliveryId));
      if (answers.length > 1) return answers;
    }
    return undefined;
  });
  assert.deepEqual(statuses, [204, 503]);
  return `attempts ${statuses.join()}`;
}

async function followFeed(consumer: Consumer, { run }: Play): Promise<string> {
  const { next } = success(await consumer.events('latest', []));
  const { client_id: id } = success(await consumer.createClient(`Feed ${run}`));
  success(await consumer.updateClient(id, 'changed'));
  const events = await until(async () => {
    const page = success(await consumer.events(next, ['client.*']));
    const mine = page.events.filter(({ subject }) => subject === id);
    return mine.length < 2 ? undefined : mine;
  });
  // Facts about one subject may come in another order than they happened, of two instances at once: the version decides.
  return events
    .toSorted((one, other) => one.aggregateversion - other.aggregateversion)
    .map(({ eventname }) => eventname)
    .join();
}

async function haveRuleFire(consumer: Consumer, { run }: Play): Promise<string> {
  const { client_id: id } = success(await consumer.createClient(`Rules ${run}`));
  const { rule_id: ruleId } = success(await consumer.createRule(`Note servers ${run}`, id));
  success(await consumer.createAsset(id, 'server', `SRV ${run}`));
  success(await consumer.createAsset(id, 'printer', `PRN ${run}`));
  const ended = async (status: 'completed' | 'skipped') => until(async () => success(await consumer.executions(ruleId, status))[0]);
  return `rule ${[await ended('completed'), await ended('skipped')].map(({ status }) => status).join()}`;
}

async function meetErrors(consumer: Consumer): Promise<string> {
  const answers: Answered<unknown>[] = [
    await consumer.createClient(''),
    await consumer.withKey('psa_none_at_all').createClient('Nobody'),
    await consumer.updateClient(UNKNOWN, 'nothing'),
    await consumer.createAsset(UNKNOWN, 'server', 'E'),
  ];
  assert.equal(answers[0]?.details?.[0]?.path?.join('.'), 'client_name');
  return answers.map(({ status, code }) => `${status} ${code}`).join();
}

function success<T>({ status, data, code, details }: Answered<T>): T {
  assert(data !== undefined, `answered with ${status} ${code}: ${JSON.stringify(details)}`);
  return data;
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(200)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error('did not come in time');
}
