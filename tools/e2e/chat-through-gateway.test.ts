import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestService } from '@psa/test-kit';
import { automationService } from '../../apps/automation/src/automation-service.ts';
import { begin, delta, FakeModelServer, says } from '../../apps/automation/src/testing/fake-model-server.ts';
import type { MadeTenant } from '../../apps/identity/src/testing/make.ts';
import { claimAnyPort, type PortClaim } from '../local/ports.ts';
import { CookieJar } from './cookie-jar.ts';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

const question = JSON.stringify({ inputs: [{ role: 'user', content: 'How are you?' }] });

/** The chat as a browser meets it: by a session, through the gateway. */
describe('the chat through the gateway', () => {
  const models = new FakeModelServer();
  let stack: IdentityBehindGateways;
  let automation: TestService;
  let claim: PortClaim;
  let acme: MadeTenant;
  let jar: CookieJar;

  beforeAll(async () => {
    const [model, port] = [await models.start(), await claimAnyPort()];
    claim = port;
    stack = await IdentityBehindGateways.start({ gatewaySettings: { PSA_AUTOMATION_URL: `http://127.0.0.1:${claim.port}` } });
    automation = await TestService.start(automationService, {
      natsUrl: stack.identity.natsUrl,
      instances: 1,
      settings: {
        PSA_HTTP_PORT: claim.port,
        PSA_JWKS_URL: `${stack.url}/.well-known/jwks.json`,
        PSA_EGRESS_ALLOW: '127.0.0.1',
        PSA_AI_BASE_URL: model.href,
        PSA_AI_MODEL: 'large',
      },
    });
    acme = await stack.aTenant();
    jar = new CookieJar();
    const { csrfToken } = (await (await jar.fetch(`${stack.url}/api/auth/csrf`)).json()) as { csrfToken: string };
    await jar.fetch(`${stack.url}/api/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ email: acme.adminEmail, password: acme.adminPassword, csrfToken }),
    });
  });
  afterAll(async () => {
    await automation.stop();
    await stack.stop();
    await models.stop();
    claim.release();
  });

  const ask = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
    jar.fetch(`${stack.url}/api/chat/stream/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stack.url, ...headers },
      body: question,
      ...(signal !== undefined && { signal }),
    });

  it('passes each word on when it is written, unbuffered and uncompressed, and stops the model once the reader is gone', async () => {
    models.answers.push((response) => begin(response).write(delta('First')));
    const abort = new AbortController();
    const response = await ask({ 'accept-encoding': 'gzip' }, abort.signal);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('cache-control')).toMatch(/no-cache|no-store/);
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes('First')) break;
    }
    abort.abort();
    await models.calls.at(-1)?.closed;
  });

  it('ends with [DONE]', async () => {
    models.answers.push(says(['Fine.'], 10));
    const text = await (await ask()).text();
    expect(text).toContain('data: {"content":"Fine.","type":"text"}');
    expect(text.trimEnd()).toMatch(/data: \{"content":"\[DONE\]","type":"text"\}$/);
  });

  it('is refused to an API key, and to nobody in particular', async () => {
    const url = `${stack.url}/api/chat/stream/chat`;
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: question })).status).toBe(401);
    const keyed = await fetch(url, { method: 'POST', headers: { ...headers, 'x-api-key': acme.apiKey }, body: question });
    expect(keyed.status).toBe(401);
  });
});
