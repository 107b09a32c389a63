import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Mailer, smtpMailer } from '@psa/mail-kit';
import { eventually, type TestApi, TestService } from '@psa/test-kit';
import type { Ports } from '../../../identity-app.ts';
import { identityService } from '../../../identity-service.ts';
import { linkIn, MailServer } from '../../../testing/mail-server.ts';
import { UserWorld } from '../../../testing/user-world.ts';
import { handleResetRequest } from './reset-request.actions.ts';

const PASSWORD = 'correct horse battery';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('mail about accounts', () => {
  let mail: MailServer;
  let world: UserWorld;
  let anybody: TestApi;
  /** Stands between the service and the server where a test wants it to. */
  let inBetween: ((send: () => Promise<void>) => Promise<void>) | undefined;

  beforeAll(async () => {
    mail = await MailServer.start();
    const smtp = smtpMailer(mail.url, 'PSA <psa@example.com>');
    const mailer: Mailer = { send: (one) => (inBetween === undefined ? smtp.send(one) : inBetween(() => smtp.send(one))) };
    world = await UserWorld.start({ ports: { mailer } });
    anybody = world.service.api(null);
  });
  afterAll(async () => {
    await world.service.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    inBetween = undefined;
    await world.service.sql('delete from sign_in_attempts');
  });

  const anAddress = () => `${randomUUID()}@example.com`;
  const arrived = (address: string, count = 1) => eventually(() => mail.to(address).length >= count && mail.to(address));
  const ask = (email: string, more: object = {}) => anybody.post('/api/auth/forgot-password', { email, ...more });
  const choose = (path: string, token: string, new_password = PASSWORD, confirm_password = new_password) =>
    anybody.post(path, { token, new_password, confirm_password });
  const hashOf = async (userId: string) =>
    (await world.service.sql('select password_hash from users where user_id = $1', [userId]))[0]?.password_hash as string | null;
  /** As if so much time had passed since the mail was tried. */
  const passTime = () =>
    world.service.sql('update account_mails set due_at = now(), last_error = null where sent_at is null and given_up_at is null');

  it('invites who is created without a password; the link is good once', async () => {
    const email = anAddress();
    const user = await world.create({ email, first_name: '<Una>', password: undefined });
    const [invitation] = (await arrived(email)) as [ReturnType<typeof mail.to>[number]];
    expect(invitation).toMatchObject({ from: 'PSA <psa@example.com>', subject: 'Your account at Acme' });
    expect(invitation.text).toContain('Hello &lt;Una&gt;');
    const { path, token } = linkIn(invitation);
    expect(path).toBe('/api/auth/accept-invitation');
    expect((await anybody.get(path, { query: { token } })).status).toBe(200);
    expect((await choose(path, token)).body).toEqual({ message: 'Your password is set.' });
    expect(await hashOf(user['user_id'])).toMatch(/^\$argon2id\$/);
    const again = await choose(path, token, 'another good password');
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await world.audited(user['user_id'])).toEqual(['user_created', 'user_invited', 'invitation_accepted']);
  });

  it('keeps nothing of a link but a hash, and its secret sealed until the mail has left', async () => {
    const email = anAddress();
    let during: unknown[] = [];
    inBetween = async (send) => {
      during = await world.service.sql(
        'select t.*, m.* from account_mails m join account_tokens t using (tenant, token_id) where recipient = $1',
        [email],
      );
      await send();
    };
    await world.create({ email });
    const [invitation] = (await arrived(email)) as [ReturnType<typeof mail.to>[number]];
    const { token } = linkIn(invitation);
    const secret = Buffer.from(token, 'base64url').subarray(32);
    for (const form of [token, secret.toString('base64url'), secret.toString('hex'), secret.toString('base64')])
      expect(JSON.stringify(during)).not.toContain(form);
    expect(during).toMatchObject([{ sealed_secret: expect.stringMatching(/^v2\./) }]);
    await eventually(
      async () =>
        (
          await world.service.sql('select 1 from account_mails where recipient = $1 and sent_at is not null and sealed_secret is null', [
            email,
          ])
        ).length === 1,
    );
    expect(JSON.stringify(await world.service.events(world.tenant))).not.toContain(token);
  });

  it('brings a link for a new password, by which all sessions and other links end', async () => {
    const email = anAddress();
    const user = await world.create({ email, password: 'the first password' });
    await world.service.sql(
      `insert into auth_sessions (tenant, session_id, user_id, login_method, device_fingerprint, device_name, device_type, expires_at)
       values ($1, $2, $2, 'credentials', '', '', '', now() + interval '1 hour')`,
      [world.tenant, user['user_id']],
    );
    await ask(email.toUpperCase());
    await ask(email);
    const [one, two] = (await arrived(email, 2)).map(linkIn) as [ReturnType<typeof linkIn>, ReturnType<typeof linkIn>];
    expect(one.path).toBe('/api/auth/reset-password');
    expect((await choose('/api/auth/accept-invitation', one.token)).status).toBe(400);
    expect((await choose(one.path, one.token)).status).toBe(200);
    expect((await choose(two.path, two.token)).status).toBe(400);
    expect(await world.service.sql('select revoked_reason from auth_sessions where user_id = $1', [user['user_id']])).toEqual([
      { revoked_reason: 'security' },
    ]);
    const [, , notice] = await arrived(email, 3);
    expect(notice?.subject).toBe('Your password for Acme was changed');
    expect((await world.audited(user['user_id'])).slice(1)).toEqual([
      'password_reset_requested',
      'password_reset_requested',
      'session_revoked',
      'password_reset',
    ]);
  });

  it('is asked for alike whether or not the address is anybody’s', async () => {
    const [known, unknown, inactive] = [anAddress(), anAddress(), anAddress()];
    await world.create({ email: known, password: PASSWORD });
    await world.create({ email: inactive, password: PASSWORD, is_inactive: true });
    const answers = await Promise.all([known, unknown, inactive].map((email) => ask(email)));
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 202, body: answers[0]?.body });
      expect([...headers.keys()]).toEqual([...(answers[0]?.headers.keys() ?? [])]);
    }
    await arrived(known);
    await eventually(async () => (await world.service.sql('select 1 from password_reset_requests')).length === 0);
    expect([mail.to(unknown), mail.to(inactive)]).toEqual([[], []]);
  });

  it('is answered without looking whether the address is anybody’s', async () => {
    const known = anAddress();
    await world.create({ email: known, password: PASSWORD });
    const client = await world.service.database.admin.connect();
    try {
      await client.query('begin');
      await client.query('lock table users in access exclusive mode');
      expect((await Promise.all([known, anAddress()].map((email) => ask(email)))).map(({ status }) => status)).toEqual([202, 202]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('is asked for three times in a quarter of an hour, of nobody’s address as well', async () => {
    for (const email of [world.made.adminEmail, anAddress()]) {
      await world.service.sql('delete from sign_in_attempts');
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => ask(email)))).map(({ status }) => status).sort();
      expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429]);
    }
  });

  it('goes to the accounts that are meant: all of an address, or those of a portal and a tenant', async () => {
    const email = anAddress();
    const { contact_id } = world.contact();
    const other = await UserWorld.of(world.service, world.clients);
    await world.create({ email, password: PASSWORD });
    await world.create({ email, password: PASSWORD, user_type: 'client', contact_id });
    await other.create({ email, password: PASSWORD });
    await ask(email);
    await arrived(email, 3);
    await ask(email, { userType: 'client' });
    await arrived(email, 4);
    await ask(email, { userType: 'internal', tenant: other.made.tenantSlug });
    await arrived(email, 5);
    await eventually(async () => (await world.service.sql('select 1 from password_reset_requests')).length === 0);
    expect(mail.to(email)).toHaveLength(5);
  });

  it('does not use a link up for a password that is refused', async () => {
    const email = anAddress();
    await world.create({ email });
    const { path, token } = linkIn((await arrived(email))[0] as ReturnType<typeof mail.to>[number]);
    const refused: [string, string, string][] = [
      ['password', 'password', 'new_password'],
      ['short', 'short', 'new_password'],
      [PASSWORD, 'something else', 'confirm_password'],
      [email, email, 'new_password'],
    ];
    for (const [one, two, field] of refused) {
      const { status, body } = await choose(path, token, one, two);
      expect({ status, path: body.details[0].path }).toEqual({ status: 400, path: [field] });
    }
    expect((await choose(path, token)).status).toBe(200);
  });

  it.each<[string, string, 'user' | 'tenant']>([
    ['too old', 'update account_tokens set expires_at = now() where user_id = $1', 'user'],
    ['of somebody who is shut out', 'update users set is_inactive = true where user_id = $1', 'user'],
    ['of a suspended tenant', 'update tenants set suspended_at = now() where tenant_id = $1', 'tenant'],
  ])('brings a link that is good for nothing when it is %s', async (_, statement, of) => {
    const other = await UserWorld.of(world.service, world.clients);
    const email = anAddress();
    const { user_id } = await other.create({ email });
    const { path, token } = linkIn((await arrived(email))[0] as ReturnType<typeof mail.to>[number]);
    await world.service.sql(statement, [of === 'user' ? user_id : other.tenant]);
    expect((await choose(path, token)).status).toBe(400);
    expect((await anybody.get(path, { query: { token } })).status).toBe(400);
    expect(await hashOf(user_id)).toBeNull();
  });

  it('uses a link once however many try at the same moment', async () => {
    const email = anAddress();
    await world.create({ email });
    const { path, token } = linkIn((await arrived(email))[0] as ReturnType<typeof mail.to>[number]);
    const statuses = (await Promise.all(Array.from({ length: 6 }, (_, index) => choose(path, token, `${PASSWORD} ${index}`)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('takes no token that was made up or tampered with', async () => {
    const email = anAddress();
    await world.create({ email });
    const { path, token } = linkIn((await arrived(email))[0] as ReturnType<typeof mail.to>[number]);
    const tampered = (index: number) => token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1);
    for (const text of ['', 'x', 'A'.repeat(86), tampered(3), tampered(25), tampered(60), `${token}A`])
      expect([text, (await choose(path, text)).status]).toEqual([text, 400]);
    expect((await choose(path, token)).status).toBe(200);
  });

  it('is sent on pages without scripts', async () => {
    const email = anAddress();
    await world.create({ email, password: PASSWORD });
    const page = await anybody.get('/api/auth/forgot-password');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script|onclick/);
    const post = (path: string, fields: Record<string, string>) =>
      anybody.post(path, new URLSearchParams(fields).toString(), { headers: FORM });
    expect(await post('/api/auth/forgot-password', { email: 'nobody' })).toMatchObject({
      status: 400,
      text: expect.stringContaining('The address must be an e-mail address.'),
    });
    expect(await post('/api/auth/forgot-password', { email })).toMatchObject({
      status: 202,
      text: expect.stringContaining('Look into your mail'),
    });
    const { path, token } = linkIn((await arrived(email))[0] as ReturnType<typeof mail.to>[number]);
    const form = await anybody.get(path, { query: { token } });
    expect(form.text).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect(form.headers.get('referrer-policy')).toBe('no-referrer');
    expect(form.headers.get('cache-control')).toContain('no-store');
    const weak = await post(path, { token, new_password: 'password', confirm_password: 'password' });
    expect(weak).toMatchObject({
      status: 400,
      text: expect.stringContaining('The password is one of the passwords everybody tries first.'),
    });
    expect(weak.text).toContain(`value="${token}"`);
    expect(weak.text).not.toContain('value="password"');
    expect(await post(path, { token, new_password: PASSWORD, confirm_password: PASSWORD })).toMatchObject({
      status: 200,
      text: expect.stringContaining('Go to the sign-in page'),
    });
    expect(await post(path, { token, new_password: PASSWORD, confirm_password: PASSWORD })).toMatchObject({
      status: 400,
      text: expect.stringContaining('no longer good'),
    });
  });

  it('invites again on request, but not who has signed in', async () => {
    const email = anAddress();
    const { user_id } = await world.create({ email });
    expect((await world.admin.post(`/api/v1/users/${user_id}/invitation`)).status).toBe(202);
    await arrived(email, 2);
    const answers = [];
    for (let index = 0; index < 3; index++) answers.push((await world.admin.post(`/api/v1/users/${user_id}/invitation`)).status);
    expect(answers).toEqual([202, 202, 429]);
    await world.service.sql('update users set last_login_at = now() where user_id = $1', [user_id]);
    await world.service.sql('delete from sign_in_attempts');
    expect((await world.admin.post(`/api/v1/users/${user_id}/invitation`)).status).toBe(409);
  });

  it('is tried again when the server does not take it yet, and given up when it never will', async () => {
    const [later, never] = [anAddress(), anAddress()];
    mail.refusals.push({ to: later, code: 451, at: 'RCPT' }, { to: later, code: 451, at: 'DATA' });
    await world.create({ email: later });
    const attempts = async (email: string) =>
      (await world.service.sql('select attempts, last_error, given_up_at from account_mails where recipient = $1', [email]))[0];
    for (const count of [1, 2]) {
      await eventually(async () => (await attempts(later))?.attempts === count && (await attempts(later))?.last_error !== null);
      expect(mail.to(later)).toEqual([]);
      await passTime();
    }
    await arrived(later);
    mail.refusals.push({ to: never, code: 550, at: 'RCPT' });
    await world.create({ email: never });
    await eventually(async () => (await attempts(never))?.given_up_at !== null);
    await passTime();
    expect(await attempts(never)).toMatchObject({ attempts: 1 });
    expect(mail.to(never)).toEqual([]);
  });

  it('is sent once by two replicas', async () => {
    const other = await TestService.start(identityService, {
      ports: { mailer: smtpMailer(mail.url, 'psa@example.com') },
      natsUrl: world.service.natsUrl,
      settings: { PSA_DATABASE_URL: world.service.database.appUrl, PSA_WORKER_DATABASE_URL: world.service.database.workerUrl },
    });
    try {
      const addresses = Array.from({ length: 24 }, anAddress);
      const before = mail.mails.length;
      inBetween = async (send) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
        await send();
      };
      await world.admin.post('/api/v1/users/bulk/create', { users: addresses.map((email) => ({ username: email.split('@')[0], email })) });
      await eventually(() => addresses.every((email) => mail.to(email).length > 0), 20_000);
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      expect(mail.mails).toHaveLength(before + addresses.length);
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['is sent by another replica when one dies with it in its hands', false],
    ['is sent again as the same mail when one dies between sending and noting it', true],
  ])('%s', async (_, wasSent) => {
    const smtp = smtpMailer(mail.url, 'psa@example.com');
    let end = (_error: Error): void => {};
    const dying: Mailer = {
      async send(one) {
        if (wasSent) await smtp.send(one);
        await new Promise((_resolve, reject) => {
          end = reject;
        });
      },
    };
    const lone = await UserWorld.start({ ports: { mailer: dying } });
    const email = anAddress();
    await lone.create({ email });
    await eventually(async () => (await lone.service.sql('select 1 from account_mails where attempts = 1')).length === 1);
    const { appUrl, workerUrl } = lone.service.database;
    const successor = await TestService.start(identityService, {
      ports: { mailer: smtp },
      natsUrl: lone.service.natsUrl,
      settings: { PSA_DATABASE_URL: appUrl, PSA_WORKER_DATABASE_URL: workerUrl },
    });
    try {
      // As if the time the dead one had for it were over.
      await lone.service.sql('update account_mails set due_at = now()');
      const mails = await arrived(email, wasSent ? 2 : 1);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
      expect(new Set(mails.map((one) => linkIn(one).token)).size).toBe(1);
      await eventually(async () => (await lone.service.sql('select 1 from account_mails where sent_at is not null')).length === 1);
      const { path, token } = linkIn(mails[0] as ReturnType<typeof mail.to>[number]);
      expect((await lone.service.api(null).post(path, { token, new_password: PASSWORD, confirm_password: PASSWORD })).status).toBe(200);
    } finally {
      end(new Error('gone'));
      await successor.stop();
      await lone.service.stop();
    }
  });

  it('makes one link of a request, also when it is taken up again after a crash', async () => {
    const email = anAddress();
    const { user_id } = await world.create({ email, password: PASSWORD });
    const request = {
      request_id: randomUUID(),
      email,
      user_type: null,
      tenant_slug: null,
      correlation_id: 'test',
      ip_address: null,
      user_agent: null,
    };
    const ports = (world.service.running.scheduleOptions as unknown as { ports: Ports }).ports;
    await Promise.all([handleResetRequest(ports, request), handleResetRequest(ports, request)]);
    await handleResetRequest(ports, request);
    expect(await world.service.sql('select purpose from account_tokens where user_id = $1', [user_id])).toEqual([
      { purpose: 'password_reset' },
    ]);
    expect(await arrived(email)).toHaveLength(1);
  });

  it('waits while the email service is away', async () => {
    const lone = await UserWorld.start();
    try {
      const { user_id } = await lone.create();
      const [mail] = await eventually(async () => {
        const rows = await lone.service.sql('select attempts, sent_at, last_error from account_mails where user_id = $1 and attempts > 0', [
          user_id,
        ]);
        return rows.length > 0 && rows[0].last_error !== null && rows;
      });
      expect(mail).toMatchObject({ attempts: 1, sent_at: null });
    } finally {
      await lone.service.stop();
    }
  });

  it('is removed a week after it left', async () => {
    const email = anAddress();
    await world.create({ email });
    await arrived(email);
    await eventually(
      async () =>
        (await world.service.sql('select 1 from account_mails where recipient = $1 and sent_at is not null', [email])).length === 1,
    );
    await world.service.sql("update account_mails set sent_at = now() - interval '8 days' where recipient = $1", [email]);
    await world.service.tick('delete-old-account-mails');
    expect(await world.service.sql('select 1 from account_mails where recipient = $1', [email])).toEqual([]);
  });
});
