import { randomUUID } from 'node:crypto';
import { emailRpc } from '@psa/contracts-email';
import { callRpc } from '@psa/events-kit';
import { earlier, eventually, TestService } from '@psa/test-kit';
import { newWorld, type World } from '@psa/test-kit/derived';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emailService } from '../../email-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { queueTestMail } from '../../testing/outbound.fixtures.ts';
import { makeProvider } from '../../testing/provider.fixtures.ts';
import { headerOf, SmtpHost } from '../../testing/smtp-host.ts';

const { mailServer: _fake, ...outside } = fakes;

describe('the way a mail leaves by', () => {
  const installation = new SmtpHost();
  const tenants = new SmtpHost();
  const unknownClients = new Set<string>();
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    await Promise.all([installation.start(), tenants.start()]);
    service = await TestService.start(emailService, {
      ports: { ...outside, clients: { unknown: async (_: unknown, ids: readonly string[]) => ids.filter((id) => unknownClients.has(id)) } },
      settings: {
        PSA_EGRESS_ALLOW: '127.0.0.0/8',
        PSA_SMTP_URL: `smtp://127.0.0.1:${installation.port}`,
        PSA_MAIL_FROM: 'PSA <psa@example.com>',
      },
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([installation.stop(), tenants.stop()]);
  });
  beforeEach(() => {
    world = newWorld(service);
  });

  const settings = async (given: object) => {
    const { status, text } = await world.api.put('/api/v1/email/settings', given);
    expect({ status, text }).toMatchObject({ status: 200 });
  };
  const read = async (id: string) => (await world.api.get(`/api/v1/email/outbound/${id}`)).body.data;
  const anAddress = () => `${randomUUID()}@example.org`;

  it('is the mail server of the tenant where it has one, in the name it chose', async () => {
    await settings({ smtp_host: '127.0.0.1', smtp_port: tenants.port, from_name: 'Acme Help', from_address: 'help@acme.example' });
    const to = anAddress();
    await queueTestMail(world, { to: [to] });
    const [mail] = await eventually(() => tenants.to(to).length > 0 && tenants.to(to));
    expect([mail?.from, headerOf(mail!, 'From')]).toEqual(['help@acme.example', expect.stringContaining('Acme Help')]);
    expect(installation.to(to)).toEqual([]);
  });

  it('is the mailbox the tenant chose, and the server of the installation once that mailbox cannot sign in', async () => {
    const provider_id = await makeProvider(world, {
      mailbox: 'support@acme.example',
      imapConfig: { host: '127.0.0.1', username: 'support', password: 'secret', smtp_host: '127.0.0.1', smtp_port: tenants.port },
    });
    await settings({ provider_id });
    const [first, second] = [anAddress(), anAddress()];
    await queueTestMail(world, { to: [first] });
    const [mail] = await eventually(() => tenants.to(first).length > 0 && tenants.to(first));
    expect(mail?.from).toBe('support@acme.example');
    await service.sql("update mail_providers set paused_at = now(), pause_reason = 'auth_failure' where provider_id = $1", [provider_id]);
    await queueTestMail(world, { to: [second] });
    await eventually(() => installation.to(second).length === 1);
  });

  it('assigns no domain to a client that does not exist, and can be written back with one that was deleted since', async () => {
    const [client, gone] = [randomUUID(), randomUUID()];
    await settings({ client_domains: { 'acme.example': gone } });
    unknownClients.add(gone);
    const refused = await world.api.put('/api/v1/email/settings', { client_domains: { 'a.example': client, 'b.example': gone } });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: ['client_domains', 'b.example'] }] } } });
    await settings({ client_domains: { 'acme.example': gone, 'a.example': client } });
  });

  it('takes no more mails a minute than the tenant may send, and loses none of the others', async () => {
    await settings({ rate_per_minute: 2 });
    const ids = [await queueTestMail(world), await queueTestMail(world)];
    await eventually(async () => (await Promise.all(ids.map(read))).every(({ status }) => status === 'sent'));
    const later = await queueTestMail(world);
    const essential = await queueTestMail(world, { is_essential: true });
    await eventually(async () => (await read(essential)).status === 'sent');
    expect(await read(later)).toMatchObject({ status: 'queued', attempts: 0 });
    await service.sql(`update outbound_emails set sent_at = ${earlier('sent_at', "interval '2 minutes'")} where tenant = $1`, [
      world.caller.tenant,
    ]);
    await service.sql('update outbound_jobs set due_at = now() where due_at is not null');
    await eventually(async () => (await read(later)).status === 'sent');
  });

  it('notes the recipients that its server refuses for good, and writes to dead addresses no more', async () => {
    const [to, dead, blocked] = [anAddress(), anAddress(), anAddress()];
    installation.refused.set(dead, '550 5.1.1 no such user');
    installation.refused.set(blocked, '550 5.7.1 not from you');
    const id = await queueTestMail(world, { to: [to], cc: [dead], bcc: [blocked] });
    await eventually(async () => (await read(id)).status === 'bounced');
    expect(installation.to(to)).toHaveLength(1);
    expect((await read(id)).bounces).toMatchObject([
      { address: dead, permanent: true, reason: expect.stringContaining('no such user') },
      { address: blocked, permanent: true },
    ]);
    const { body } = await world.api.get('/api/v1/email/suppressions');
    expect(body.data).toMatchObject([{ address: dead, reason: 'bounce' }]);
  });

  it('takes a mail later to those for whom its server asks for a pause, and not again to the others', async () => {
    const [to, later] = [anAddress(), anAddress()];
    installation.refused.set(later, '452 4.5.3 too many recipients');
    const id = await queueTestMail(world, { to: [to, later] });
    await eventually(async () => (await read(id)).error !== null);
    installation.refused.delete(later);
    await service.sql('update outbound_jobs set due_at = now() where due_at is not null');
    await eventually(async () => (await read(id)).status === 'sent');
    expect([installation.to(to).length, installation.to(later).length]).toEqual([1, 1]);
    expect(await read(id)).toMatchObject({ bounces: [], error: null });
  });

  it('leaves out suppressed recipients, and says so', async () => {
    const [to, cc] = [anAddress(), anAddress()];
    await world.api.post('/api/v1/email/suppressions', { address: cc });
    const id = await queueTestMail(world, { to: [to], cc: [cc] });
    await eventually(async () => (await read(id)).status === 'sent');
    expect(await read(id)).toMatchObject({ suppressed: [cc] });
    expect(installation.to(cc)).toEqual([]);
  });

  it('takes a mail that failed with its files however late it is asked to, and never without them', async () => {
    const [kept, lost] = [await failedMailWithFile(), await failedMailWithFile()];
    await service.sql(`update staged_files set created_at = ${earlier('created_at', "interval '30 days'")}`);
    await service.tick('delete-old-mail');
    await service.sql('delete from staged_files where idempotency_key = $1', [lost.key]);
    for (const { id } of [kept, lost]) await world.api.post(`/api/v1/email/outbound/${id}/retry`);
    await eventually(async () => (await read(kept.id)).status === 'sent');
    expect(installation.to(kept.to)[0]?.raw).toContain(Buffer.from('an invoice').toString('base64'));
    await eventually(async () => (await read(lost.id)).status === 'failed');
    expect((await read(lost.id)).error).toContain('invoice.pdf');
    expect(installation.to(lost.to)).toEqual([]);
  });

  async function failedMailWithFile() {
    const [to, key] = [anAddress(), randomUUID()];
    const bytes = Buffer.from('an invoice');
    await callRpc(
      service.running.broker,
      emailRpc.stageMailFile,
      { idempotency_key: key, file: 0, piece: 0, bytes: bytes.toString('base64') },
      { tenant: world.caller.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
    );
    installation.refused.set(to, '550 no');
    const files = [{ filename: 'invoice.pdf', content_type: 'application/pdf', size: bytes.length, pieces: 1 }];
    const id = await queueTestMail(world, { idempotency_key: key, to: [to], files });
    await eventually(async () => (await read(id)).status === 'failed');
    installation.refused.delete(to);
    return { id, key, to };
  }

  it('tries again after a refused sign-in or a pause, and sends what failed once it is asked to', async () => {
    installation.refusals.push(550);
    const id = await queueTestMail(world);
    await eventually(async () => (await read(id)).status === 'failed');
    expect((await world.api.post(`/api/v1/email/outbound/${id}/retry`)).status).toBe(200);
    await eventually(async () => (await read(id)).status === 'sent');
    expect((await world.api.post(`/api/v1/email/outbound/${id}/retry`)).status).toBe(409);
  });
});
