import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import pg from 'pg';
import type { Stack } from '../../local/stack.ts';
import { callService } from '../call-service.ts';
import type { Installation } from '../installation.ts';
import { createCommentAndTask } from '../sample-rows.ts';
import { withBrokerAdmin } from '../with-broker-admin.ts';
import { erasePerson } from './erase-person.ts';

/** Tests of the erasure of a person, on a product that runs. */
export function erasureTests(stackOf: () => Stack): void {
  describe('a person who is erased', () => {
    const slug = `erasing-${randomUUID().slice(0, 8)}`;
    const email = `ottilie.${slug}@people.example`;
    const name = 'Ottilie Quastenflosser';
    let database: pg.Client;
    let installation: Installation;
    let tenant: string;
    let apiKey: string;
    let clientId: string;
    let userId: string;
    let contactId: string;

    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(stackOf().baseUrl + path, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (JSON.parse(text) as { data: Record<string, string> }).data;
    };
    const erase = (query: { email?: string; user?: string; contact?: string; name?: string; confirm?: string }, isDryRun = false) =>
      erasePerson(installation, slug, { confirm: email, ...query }, { isDryRun });
    /** Tables of the tenant with a row that holds a text, found without the catalogue of columns: the whole row as JSON. */
    const tablesHolding = async (text: string) => {
      const { rows } = await database.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
          where column_name = 'tenant' and table_schema in ('identity', 'clients', 'assets', 'desk', 'time', 'billing', 'email', 'automation')`,
      );
      const holding: string[] = [];
      for (const table of rows) {
        const found = await database.query(
          `select from ${table.name} t where tenant = $1 and strpos(lower(to_json(t)::text), lower($2)) > 0 limit 1`,
          [tenant, text],
        );
        // One schema is called like a type, and quoted for that.
        if (found.rowCount !== 0) holding.push(table.name.replaceAll('"', ''));
      }
      return holding;
    };

    /** Subjects of the tenant's messages with a text, whatever the length of their names. */
    const messagesHolding = (text: string) =>
      withBrokerAdmin(stackOf().natsAdminUrl, async ({ manager }) => {
        const holding: string[] = [];
        for await (const { config, state } of manager.streams.list())
          for (let sequence = state.first_seq; sequence <= state.last_seq; sequence++) {
            const message = await manager.streams.getMessage(config.name, { seq: sequence }).catch(() => undefined);
            if (message?.subject.endsWith(tenant) === true && message.string().toLowerCase().includes(text)) holding.push(message.subject);
          }
        return holding;
      });

    beforeAll(async () => {
      database = new pg.Client({ connectionString: stackOf().databaseUrl });
      await database.connect();
      installation = { database, bucket: undefined, natsUrl: stackOf().natsAdminUrl };
      const made = await callService({
        natsUrl: stackOf().natsUrl,
        service: 'identity',
        method: 'admin.tenant-create',
        data: { name: 'Erasing', slug },
        timeoutMs: 10_000,
      });
      ({ tenant, apiKey } = made as { tenant: string; apiKey: string });
      clientId = (
        await send('POST', '/api/v1/clients', { client_name: 'Acme', billing_cycle: 'monthly', notes: `Ask ${name}, <${email}>` })
      )['client_id']!;
      userId = (
        await send('POST', '/api/v1/users', {
          username: `ottilie.${slug}`,
          email,
          password: 'correct horse battery staple 1!',
          first_name: 'Ottilie',
          last_name: 'Quastenflosser',
          phone: '+49 421 19011901',
        })
      )['user_id']!;
      contactId = (await send('POST', '/api/v1/contacts', { full_name: name, email, client_id: clientId }))['contact_name_id']!;
      await createCommentAndTask(send, clientId, `Ask ${email}`);
      await database.query(
        `insert into identity.audit_events (tenant, audit_id, event_type, operation, table_name, record_id, rbac, actor_id, actor_type, subject_user_id, ip_address, user_agent, request_id)
         values ($1, $2, 'login', 'insert', 'auth_sessions', $3::text, false, $3::text, 'user', $3::text::uuid, '192.0.2.7', 'Ottilies Browser', 'test')`,
        [tenant, randomUUID(), userId],
      );
      // What is copied is there before it is erased: a copy that comes later would prove nothing.
      await eventually(async () => {
        const holding = await tablesHolding(email);
        return ['desk.user_replicas', 'time.user_replicas', 'email.user_replicas', 'email.contact_replicas'].every((table) =>
          holding.includes(table),
        );
      }, 30_000);
    }, 60_000);
    afterAll(() => database.end());

    it('is not erased by a slip of the hand', async () => {
      await expect(erase({ email, confirm: 'other@people.example' })).rejects.toThrow(`--confirm has to be ${email}`);
      await expect(erase({ user: userId, confirm: 'other@people.example' })).rejects.toThrow('is not');
      await expect(erase({})).rejects.toThrow('Who?');
      await expect(erase({ user: 'nobody@people.example' })).rejects.toThrow('There is no user nobody@people.example');
      await expect(erase({ email: 'nobody@people.example', confirm: 'nobody@people.example' })).rejects.toThrow('There is nobody');
    });

    it('is found in a dry run, which changes nothing', async () => {
      const before = await tablesHolding(email);
      const found = await erase({ email }, true);
      expect(found).toMatchObject({ erased: false, users: [userId], contacts: [contactId] });
      expect(Object.keys(found.rows)).toEqual(
        expect.arrayContaining(['identity.users.email', 'clients.contacts.full_name', 'desk.user_replicas.email']),
      );
      const holding = await messagesHolding(email);
      expect(found.messages).toBe(holding.length);
      expect(holding).toContainEqual(expect.stringContaining('workflow.task.created'));
      expect(await tablesHolding(email)).toEqual(before);
    }, 120_000);

    it.each([
      ['user', () => ({ user: email.toUpperCase() })],
      ['contact', () => ({ contact: email })],
    ])(
      'is named by the address of the %s too, where one alone has it',
      async (_kind, query) => {
        expect(await erase(query(), true)).toMatchObject({ users: [userId], contacts: [contactId] });
      },
      120_000,
    );

    it('is gone from every table and stream, and what referred to them stays', async () => {
      const erased = await erase({ email });
      expect(erased).toMatchObject({ erased: true, users: [userId], contacts: [contactId], left: {} });
      expect(erased.searched.tables).toBeGreaterThan(100);
      expect(erased.messages).toBeGreaterThan(0);
      for (const personal of [email, name, 'Quastenflosser', `ottilie.${slug}`, '192.0.2.7', 'Ottilies Browser'])
        expect([personal, await tablesHolding(personal)]).toEqual([personal, []]);

      expect(await messagesHolding(email)).toEqual([]);

      const short = (id: string) => id.slice(-8);
      const { rows } = await database.query('select full_name, is_deleted from desk.user_replicas where tenant = $1 and user_id = $2', [
        tenant,
        userId,
      ]);
      expect(rows).toEqual([{ full_name: `Erased user ${short(userId)}`, is_deleted: true }]);
      expect(await send('GET', `/api/v1/contacts/${contactId}`)).toMatchObject({
        full_name: `Erased contact ${short(contactId)}`,
        client_id: clientId,
        is_inactive: true,
      });
      expect((await send('GET', `/api/v1/clients/${clientId}`))['client_name']).toBe('Acme');
    }, 180_000);

    it('may be erased again by id, which finds what was written since', async () => {
      await database.query('update clients.clients set notes = $3 where tenant = $1 and client_id = $2', [
        tenant,
        clientId,
        `Back: ${name} ${email}`,
      ]);
      expect(await erase({ user: userId, name })).toMatchObject({ erased: true, rows: { 'clients.clients': 1 }, messages: 0, left: {} });
      expect(await erase({ user: userId, name })).toMatchObject({ erased: true, rows: {}, left: {} });
      expect(await tablesHolding(name)).toEqual([]);
    }, 180_000);

    it('takes no one along who has the same name', async () => {
      const address = `otto.${slug}@people.example`;
      const [one, other] = [
        await send('POST', '/api/v1/contacts', { full_name: 'Otto Zwilling', email: address }),
        await send('POST', '/api/v1/contacts', { full_name: 'Otto Zwilling', email: `x${address}` }),
      ];
      const { notes, contacts } = await erase({ email: address, confirm: address });
      expect(contacts).toEqual([one['contact_name_id']]);
      expect(notes).toEqual([expect.stringContaining(`contact ${other['contact_name_id']}`)]);
      expect(await send('GET', `/api/v1/contacts/${other['contact_name_id']}`)).toMatchObject({
        full_name: 'Otto Zwilling',
        email: `x${address}`,
      });
    }, 180_000);
  });
}
