import { randomUUID } from 'node:crypto';
import type { Outcome, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const CROWD = 64;

export const contention: Scenario = {
  id: 'F14',
  title: 'sixty-four at once want the same row, and the same request',
  world: { replicas: 2 },
  async run(world, { short }): Promise<Outcome> {
    const faults: string[] = [];
    const rounds = short ? 2 : 20;
    for (let round = 0; round < rounds; round++) {
      faults.push(...(await oneWinner(world)), ...(await oneEffect(world)));
    }
    return {
      faults,
      summary: `${rounds} rounds of ${CROWD} writes under one ETag and ${CROWD} under one Idempotency-Key, over two instances of everything`,
    };
  },
};

async function send(
  world: World,
  method: string,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<{ status: number; text: string; etag: string | null }> {
  const response = await fetch(world.target.baseUrl + path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-api-key': world.target.apiKey, ...headers },
  });
  return { status: response.status, text: await response.text(), etag: response.headers.get('etag') };
}

async function oneWinner(world: World): Promise<string[]> {
  const made = await send(world, 'POST', '/api/v1/clients', { client_name: `Crowd ${randomUUID()}`, billing_cycle: 'monthly' }, {});
  if (made.status !== 201) return [`a client could not be created: ${made.status} ${made.text.slice(0, 200)}`];
  const { client_id } = JSON.parse(made.text).data as { client_id: string };
  const path = `/api/v1/clients/${client_id}`;
  const answers = await Promise.all(
    Array.from({ length: CROWD }, () =>
      send(world, 'PUT', path, { client_name: `Winner ${randomUUID()}` }, { 'if-match': made.etag ?? '' }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 200).length;
  const others = answers
    .filter(({ status }) => status !== 200 && status !== 412 && status !== 503)
    .map(({ status, text }) => `a late writer was answered ${status}: ${text.slice(0, 200)}`);
  return winners === 1 ? others : [`${winners} of ${CROWD} writers won under one ETag`, ...others];
}

async function oneEffect(world: World): Promise<string[]> {
  const key = randomUUID();
  const client_name = `Once ${key}`;
  const answers = await Promise.all(
    Array.from({ length: CROWD }, () =>
      send(world, 'POST', '/api/v1/clients', { client_name, billing_cycle: 'monthly' }, { 'idempotency-key': key }),
    ),
  );
  const {
    rows: [row],
  } = await world.database.query<{ times: string }>(
    'select count(*) as times from clients.clients where tenant = $1 and client_name = $2',
    [world.tenant, client_name],
  );
  const faults = row?.times === '1' ? [] : [`${row?.times} effects under one Idempotency-Key`];
  if (new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size !== 1) faults.push('one key, several answers');
  for (const { status, text } of answers)
    if (status !== 201 && status !== 409 && status !== 503) faults.push(`a repeated request was answered ${status}: ${text.slice(0, 200)}`);
  return faults;
}
