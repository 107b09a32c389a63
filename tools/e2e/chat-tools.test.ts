import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../apps/automation/src/automation-service.ts';
import { asksFor, FakeModelServer, says } from '../../apps/automation/src/testing/fake-model-server.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { makeComment, makeTicket } from '../../apps/desk/src/testing/make-ticket.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant, aUser } from '../../apps/identity/src/testing/make.ts';

interface Frame {
  readonly content: string;
  readonly type: string;
  readonly tool?: { readonly name: string; readonly status: string; readonly arguments: unknown };
}

const framesOf = (text: string): Frame[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Frame);

/** The chat with the services whose data it reads, meeting only in NATS; the language model alone is a fake. */
describe('the chat looks things up', () => {
  const models = new FakeModelServer();
  const running: TestService[] = [];
  let chat: TestService;
  let admin: TestCaller;
  let clients: TestService;
  let desk: TestService;
  let identity: TestService;
  let tenant: string;

  beforeAll(async () => {
    const url = await models.start();
    identity = await TestService.start(identityService);
    const { natsUrl } = identity;
    const settings = { PSA_AI_BASE_URL: url.href, PSA_AI_MODEL: 'large', PSA_EGRESS_ALLOW: '127.0.0.1' };
    clients = await TestService.start(clientsService, { natsUrl });
    desk = await TestService.start(deskService, { natsUrl });
    chat = await TestService.start(automationService, { natsUrl, settings });
    running.push(identity, clients, desk, chat);
    tenant = (await aTenant(identity)).tenant;
    admin = caller({ tenant, userId: (await anAdmin(identity, tenant)).who.userId, credential: 'session' });
  });
  afterAll(async () => {
    await Promise.all(running.map((service) => service.stop()));
    await models.stop();
  });
  beforeEach(() => {
    models.calls.length = 0;
    models.answers.length = 0;
  });

  const ask = async (who: TestCaller) => {
    const { status, text } = await chat.api(who).post('/api/chat/stream/chat', { inputs: [{ role: 'user', content: 'What about it?' }] });
    expect(status).toBe(200);
    return framesOf(text);
  };
  const toolsOffered = () => (models.calls[0]?.body.tools ?? []).map(({ function: { name } }) => name);
  const found = () => models.calls[1]?.body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];

  it('reads tickets by the route of the desk, shows each look-up, and answers with what it found', async () => {
    const client = await makeClient(clients.api(admin), { client_name: 'Initech' });
    const ticket = await makeTicket(desk.api(admin), { title: 'Stapler missing', client_id: client.client_id });
    await makeComment(desk.api(admin), ticket.ticket_id, { comment_text: 'It is in the basement' });
    const calls = [
      { name: 'search_tickets', arguments: { query: 'Stapler' } },
      { name: 'list_ticket_comments', arguments: { ticket_id: ticket.ticket_id } },
    ];
    models.answers.push(asksFor(...calls), says(['In the basement.'], 50));
    const frames = await ask(admin);
    expect(frames.map(({ type, content }) => [type, content])).toEqual([
      ['tool', 'Searched tickets for "Stapler"'],
      ['tool', 'Read the comments of a ticket'],
      ['text', 'In the basement.'],
      ['text', '[DONE]'],
    ]);
    expect(frames[0]?.tool).toMatchObject({ name: 'search_tickets', status: 'ok' });
    expect(found()).toEqual([expect.stringContaining(ticket.ticket_number), expect.stringContaining('It is in the basement')]);
    expect(toolsOffered()).toContain('get_client');
  });

  it('offers somebody nothing they may not read, and tells the model so when it asks all the same', async () => {
    const nobody = await aUser(identity, tenant);
    models.answers.push(asksFor({ name: 'list_clients', arguments: {} }), says(['I cannot see that.'], 10));
    const frames = await ask({ ...nobody, credential: 'session' });
    expect(toolsOffered()).not.toContain('list_clients');
    // Without any tool what the model asks for is not looked at.
    expect(frames.filter(({ tool }) => tool?.status === 'ok')).toEqual([]);
  });

  it("shows a person of the client portal their own client's tickets, and no internal word", async () => {
    const own = await makeClient(clients.api(admin));
    const other = await makeClient(clients.api(admin));
    const mine = await makeTicket(desk.api(admin), { title: 'Mine alone', client_id: own.client_id });
    const theirs = await makeTicket(desk.api(admin), { title: 'Theirs alone', client_id: other.client_id });
    await makeComment(desk.api(admin), mine.ticket_id, { comment_text: 'Between us: hopeless', is_internal: true });
    await makeComment(desk.api(admin), mine.ticket_id, { comment_text: 'We are on it' });
    const person = await aUser(identity, tenant, { user_type: 'client', role: { portal: 'client', role_name: 'User' } });
    const calls = [
      { name: 'list_tickets', arguments: {} },
      { name: 'list_ticket_comments', arguments: { ticket_id: mine.ticket_id } },
      { name: 'get_ticket', arguments: { ticket_id: theirs.ticket_id } },
    ];
    models.answers.push(asksFor(...calls), says(['Fine.'], 10));
    await ask({ ...person, credential: 'session', clientId: own.client_id });
    const [list, comments, foreign] = found();
    expect(list).toContain('Mine alone');
    expect(list).not.toContain('Theirs alone');
    expect(comments).toContain('We are on it');
    expect(comments).not.toContain('hopeless');
    expect(foreign).toContain('error');
  });

  it('tells the model what was wrong with a call, and ends after a few rounds', async () => {
    const bad = asksFor({ name: 'get_ticket', arguments: { ticket_id: 'T-1' } });
    models.answers.push(bad, bad, bad, bad, bad, says(['I gave up.'], 10));
    const frames = await ask(admin);
    expect(frames.filter(({ type }) => type === 'tool')).toHaveLength(5);
    expect(frames.every(({ tool }) => tool === undefined || tool.status === 'error')).toBe(true);
    expect(frames.at(-2)?.content).toBe('I gave up.');
    expect(models.calls[5]?.body.tools).toBeUndefined();
  });
});
