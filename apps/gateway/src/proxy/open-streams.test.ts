import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { Broker, makeEnvelope, publicationSubject } from '@psa/events-kit';
import { eventually } from '@psa/test-kit';
import type { ServerResponse } from 'node:http';
import type { TestKey } from '../testing/test-identity.ts';
import { TestGateway } from '../testing/test-gateway.ts';

/** A stream as its caller sees it. */
class Stream {
  text = '';
  readonly ended: Promise<boolean>;
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
    const read = async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) this.text += decoder.decode(chunk, { stream: true });
    };
    this.ended = read().then(
      () => true,
      () => false,
    );
  }
}

describe('a stream of events through the gateway', () => {
  let gateway: TestGateway;
  let open: ServerResponse[];

  beforeEach(async () => {
    gateway = await TestGateway.start();
    open = [];
    const echo = gateway.upstream.answer;
    gateway.upstream.answer = (request, response) => {
      if (request.url !== '/api/doors/events') return echo(request, response);
      open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      response.write('data: first\n\n');
    };
  });
  afterEach(async () => {
    for (const response of open) response.destroy();
    await gateway.stop();
  });

  const watch = async (key: TestKey) =>
    new Stream(await gateway.fetch('/api/doors/events', key, { headers: { accept: 'text/event-stream' } }));
  const told = async (event: 'user' | 'api_key' | 'role', key: TestKey) => {
    const broker = await Broker.connect({ url: gateway.natsUrl, name: 'test', domain: 'identity' });
    const { tenant, user_id, credential } = key.caller;
    const context = { tenant: tenantId(tenant), actor: { id: 'test', type: 'system' }, correlationId: 'test' } as const;
    const [declared, data] = {
      user: [identityEvents.userDeleted, { user_id }],
      api_key: [identityEvents.apiKeyRevoked, { api_key_id: credential.id, key_id: 'k', user_id }],
      role: [identityEvents.roleUpdated, { role_id: user_id, role_name: 'x' }],
    }[event] as [typeof identityEvents.userDeleted, { user_id: string }];
    broker.tell(publicationSubject(declared as never, tenant), JSON.stringify(makeEnvelope(context, declared, data, 1)));
    await broker.close();
  };

  it('passes each event on at once', async () => {
    const stream = await watch(gateway.identity.newKey());
    await eventually(() => stream.text === 'data: first\n\n');
    open[0]?.write('data: second\n\n');
    await eventually(() => stream.text === 'data: first\n\ndata: second\n\n');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    open[0]?.end();
    expect(await stream.ended).toBe(true);
  });

  it.each(['user', 'api_key', 'role'] as const)('ends in good order when identity tells of the %s, and leaves others be', async (event) => {
    const [mine, other] = [gateway.identity.newKey(), gateway.identity.newKey()];
    const [stream, theirs] = [await watch(mine), await watch(other)];
    await told(event, mine);
    expect(await stream.ended).toBe(true);
    open[1]?.write('data: still\n\n');
    await eventually(() => theirs.text.includes('still'));
    // The service hears that nobody is there any more.
    await eventually(() => open[0]?.destroyed === true);
  });

  it('ends soon after its key is good for nothing, though nobody tells', async () => {
    const key = gateway.identity.newKey();
    const stream = await watch(key);
    gateway.identity.revokeSilently(key);
    gateway.clock.forward(60_000);
    expect(await stream.ended).toBe(true);
  }, 20_000);

  it('goes on while its key is good, and while identity does not answer', async () => {
    const stream = await watch(gateway.identity.newKey());
    gateway.clock.forward(60_000);
    await gateway.identity.stop();
    await new Promise((resolve) => {
      setTimeout(resolve, 8_500);
    });
    open[0]?.write('data: still\n\n');
    await eventually(() => stream.text.includes('still'));
  }, 20_000);

  it('ends in good order when the gateway stops', async () => {
    const stream = await watch(gateway.identity.newKey());
    await gateway.running.stop();
    expect(await stream.ended).toBe(true);
  });

  it('breaks off when the service does', async () => {
    const stream = await watch(gateway.identity.newKey());
    await eventually(() => stream.text !== '');
    open[0]?.destroy();
    expect(await stream.ended).toBe(false);
  });

  it('takes no connection from other requests', async () => {
    const streams = [];
    for (let stream = 0; stream < 140; stream++) streams.push(await watch(gateway.identity.newKey()));
    expect(streams.every(({ response }) => response.status === 200)).toBe(true);
    expect((await gateway.fetch('/api/doors', gateway.identity.newKey())).status).toBe(200);
  }, 30_000);
});
