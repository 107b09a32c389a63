import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, signToken, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { begin, delta, FakeModelServer, refuses, says } from '../../testing/fake-model-server.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';

const question = { inputs: [{ role: 'user', content: 'How are you?' }] };
const { languageModel: _fake, ...otherFakes } = fakes;

interface Frame {
  readonly content: string;
  readonly type: string;
}

const framesOf = (text: string): Frame[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Frame);

describe('the chat', () => {
  const models = new FakeModelServer();
  let service: TestService;
  let me: TestCaller;

  beforeAll(async () => {
    const url = await models.start();
    service = await TestService.start(automationService, {
      ports: otherFakes,
      settings: {
        ...testSettings,
        PSA_AI_BASE_URL: url.href,
        PSA_AI_API_KEY: 'sk-secret',
        PSA_AI_MODEL: 'large',
        PSA_AI_TITLE_MODEL: 'small',
        PSA_AI_TOKENS_PER_HOUR: '10000',
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await models.stop();
  });
  beforeEach(() => {
    me = caller({ credential: 'session' });
    models.calls.length = 0;
    models.answers.length = 0;
  });

  const ask = (body: unknown = question, path = 'chat') => service.api(me).post(`/api/chat/stream/${path}`, body);
  const usedTokens = async () =>
    Number((await service.sql<{ used: string }>('select used from automation_meters where tenant = $1', [me.tenant]))[0]?.used);

  it('passes the answer on as the model writes it, and ends with [DONE]', async () => {
    models.answers.push(says(['Grüße', ' aus\n', 'Köln ✓'], 30));
    const response = await ask();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(framesOf(response.text)).toEqual(['Grüße', ' aus\n', 'Köln ✓', '[DONE]'].map((content) => ({ content, type: 'text' })));
    expect(response.text).toContain('id: 4\n');
    expect(models.calls[0]).toMatchObject({ authorization: 'Bearer sk-secret', body: { model: 'large', stream: true } });
    expect(models.calls[0]?.body.messages.slice(1)).toEqual(question.inputs);
  });

  it('sends the first words before the answer is complete, and stops the model once the caller is gone', async () => {
    models.answers.push((response) => begin(response).write(delta('First')));
    const abort = new AbortController();
    const response = await fetch(`${service.running.url}/api/chat/stream/any`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await signToken(me, 'automation')}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: abort.signal,
    });
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.includes('First')) break;
    }
    abort.abort();
    expect(text).toContain('First');
    await models.calls[0]?.closed;
  });

  it('makes a title of one frame by the model for titles', async () => {
    models.answers.push(says(['Reset a ', 'password\n'], 12));
    expect(framesOf((await ask(question, 'title')).text)).toEqual([{ content: 'Reset a password', type: 'text' }]);
    expect(models.calls[0]?.body.model).toBe('small');
  });

  it.each([401, 429, 500])("answers a %i of the server by one error and [DONE], without the server's words", async (status) => {
    models.answers.push(refuses(status));
    const response = await ask();
    expect(response.status).toBe(200);
    expect(framesOf(response.text).map(({ type }) => type)).toEqual(['error', 'text']);
    expect(response.text).not.toContain('sk-secret');
  });

  it('reports an answer that breaks off', async () => {
    models.answers.push((response) => begin(response).end(delta('Half an')));
    expect(framesOf((await ask()).text).map(({ type }) => type)).toEqual(['text', 'error', 'text']);
  });

  it('counts the tokens that were used, and refuses more than the quota', async () => {
    models.answers.push(says(['Fine'], 123), says(['Fine'], 123), says(['Fine'], 9_000));
    await ask();
    await eventually(async () => (await usedTokens()) === 123);
    await ask();
    await eventually(async () => (await usedTokens()) === 246);
    await service.sql("update automation_meters set used = 9000 where tenant = $1 and kind = 'chat_tokens'", [me.tenant]);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(models.calls).toHaveLength(2);
  });

  it('refuses bad conversations before it streams', async () => {
    const message = { role: 'user', content: 'x' };
    const bad = [
      {},
      { inputs: [] },
      { inputs: [{ role: 'system', content: 'x' }] },
      { inputs: [{ role: 'user' }] },
      { inputs: Array.from({ length: 51 }, () => message) },
      { inputs: [{ role: 'user', content: 'ü'.repeat(17_000) }] },
    ];
    for (const body of bad) expect((await ask(body)).status).toBe(400);
    expect(models.calls).toEqual([]);
  });

  it('is refused to API keys, and to everybody once it is switched off', async () => {
    expect((await service.api({ ...me, credential: 'api_key' }).post('/api/chat/stream/chat', question)).status).toBe(401);
    await service.api(me).put('/api/v1/chat/settings', { is_enabled: false });
    const refused = await ask();
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'The assistant is switched off' }]);
    const { body } = await service.api(me).get('/api/v1/chat/settings');
    expect(body.data).toMatchObject({ is_enabled: false, is_configured: true, version: 1 });
  });
});

describe('the chat without a language model', () => {
  it('is unavailable', async () => {
    const service = await TestService.start(automationService, { ports: otherFakes, settings: testSettings });
    const response = await service.api(caller({ credential: 'session' })).post('/api/chat/stream/chat', question);
    expect([response.status, response.body.error]).toEqual([503, 'No language model is configured']);
    await service.stop();
  });
});
