import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

const CONNECTIONS = 128;
const MIN_CONCURRENCY = 20;
const DELAY_MS = 50;
/** Requests of each tenant that wait. */
const WAITING = 8;
/** Within which a refusal is there. */
const ANSWER_MS = 500;
/** Of a service that has a queue inside. */
const SLOW_MS = 4 * DELAY_MS;
const BURST_MS = 5 * DELAY_MS;

describe('load shedding', () => {
  let gateway: TestGateway;
  /** Of two tenants, each of which holds half of all connections. */
  let busy: readonly TestKey[];
  let held: ServerResponse[] = [];
  let under: Promise<Response>[] = [];
  let usual: typeof gateway.upstream.answer;

  // One for each test: what a service is given at once depends on how it answered before.
  beforeEach(async () => {
    gateway = await TestGateway.start({ settings: { PSA_RATE_LIMIT_BURST: '100000', PSA_QUEUE_DELAY_MS: String(DELAY_MS) } });
    busy = [gateway.identity.newKey(), gateway.identity.newKey()];
    usual = gateway.upstream.answer;
  });
  afterEach(async () => {
    await release();
    await gateway.stop();
  });

  const ask = (key: TestKey, path = '/api/v1/people') => gateway.fetch(path, key, { headers: { 'x-request-id': 'the-id' } });

  /** Takes every connection to the clients service, and holds it. */
  const takeAll = async (): Promise<void> => {
    held = [];
    gateway.upstream.answer = (_request, response) => void held.push(response);
    under = Array.from({ length: CONNECTIONS }, (_, index) => ask(busy[index % 2] as TestKey));
    await eventually(() => held.length === CONNECTIONS);
  };

  /** Takes every connection, and has some requests of each tenant wait for longer than any burst may. */
  const overload = async (): Promise<void> => {
    await takeAll();
    for (let waiting = 0; waiting < WAITING; waiting++) under.push(ask(busy[0] as TestKey), ask(busy[1] as TestKey));
    await sleep(BURST_MS + DELAY_MS);
  };

  /** Asks until a request is refused: on a busy machine those that wait may have come later than they were sent. */
  const untilRefused = async (key: TestKey): Promise<Response> => {
    for (;;) {
      const asked = ask(key);
      const answer = await Promise.race([asked, sleep(ANSWER_MS)]);
      if (answer !== undefined) return answer;
      under.push(asked);
    }
  };

  /** Answers everything, now and from here on. */
  const release = async (): Promise<Response[]> => {
    gateway.upstream.answer = usual;
    for (const response of held.splice(0)) response.end('{}');
    return Promise.all(under.splice(0));
  };

  const shedCount = async () => {
    const figures = await (await fetch(`${gateway.running.adminUrl}/metrics`)).text();
    return Number(/^http_requests_shed_total\{.*upstream="clients".*\} (\d+)$/m.exec(figures)?.[1] ?? 0);
  };

  it('refuses the newest at once with 503 and says when to come back, while those that wait are served later', async () => {
    await overload();
    const before = await shedCount();
    // Answered although everybody else waits.
    const refused = await untilRefused(busy[0] as TestKey);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-request-id')).toBe('the-id');
    expect(await refused.json()).toEqual({
      error: { code: 'SERVICE_UNAVAILABLE', message: 'The clients service has more requests than it can serve', request_id: 'the-id' },
    });
    expect(await shedCount()).toBe(before + 1);
    const answers = await release();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('does not refuse a tenant with less than an even share, and serves tenants in turn', async () => {
    const key = gateway.identity.newKey();
    // Known from here on: nothing is asked before it waits.
    expect((await ask(key)).status).toBe(200);
    await overload();
    const quiet = ask(key, '/api/v1/people?name=quiet');
    expect((await untilRefused(busy[1] as TestKey)).status).toBe(503);
    const before = gateway.upstream.requests.length;
    await release();
    expect((await quiet).status).toBe(200);
    // It came after all that others had waiting, and is served after the first of each.
    const served = gateway.upstream.requests.slice(before).map(({ url }) => url);
    expect(served.indexOf('/api/v1/people?name=quiet')).toBeLessThan(WAITING);
  });

  it('refuses nothing of another service, no probe and no figures', async () => {
    await overload();
    const upstream = gateway.upstream.answer;
    gateway.upstream.answer = (request, response) => (request.url === '/api/v1/things' ? response.end('{}') : upstream(request, response));
    expect((await ask(busy[0] as TestKey, '/api/v1/things')).status).toBe(200);
    for (const path of ['livez', 'readyz', 'metrics']) expect((await fetch(`${gateway.running.adminUrl}/${path}`)).status).toBe(200);
  });

  it('gives a service less at once while it is slow, and all of it again when it is fast', async () => {
    await takeAll();
    await release();
    let [running, most] = [0, 0];
    gateway.upstream.answer = (_request, response) => {
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        response.end('{}');
      }, SLOW_MS);
    };
    const askFor = async (ms: number, atOnce: number): Promise<void> => {
      for (const begun = performance.now(); performance.now() - begun < ms;) {
        const answers = await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(busy[index % 2] as TestKey)));
        await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      }
    };
    await askFor(6_000, 2 * CONNECTIONS);
    await eventually(async () => {
      most = 0;
      await askFor(1_000, 2 * CONNECTIONS);
      return most < CONNECTIONS / 2;
    });
    expect(most).toBeGreaterThanOrEqual(MIN_CONCURRENCY);

    gateway.upstream.answer = usual;
    await askFor(3_000, 2 * MIN_CONCURRENCY);
    await takeAll();
  }, 60_000);

  it('takes what callers gave up out of the queue', async () => {
    await overload();
    const gone = new AbortController();
    const quiet = gateway.identity.newKey();
    const given = gateway.fetch('/api/v1/people?given-up', quiet, { signal: gone.signal }).catch((error: unknown) => error);
    await sleep(DELAY_MS);
    gone.abort();
    await given;
    // The gateway learns of it by the end of the connection.
    await sleep(2 * DELAY_MS);
    const answers = await release();
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(gateway.upstream.requests.some(({ url }) => url?.includes('given-up'))).toBe(false);
  });
});
