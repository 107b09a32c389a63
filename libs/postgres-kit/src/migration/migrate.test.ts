import { randomUUID } from 'node:crypto';
import { eventually, testServers } from '@psa/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import {
  createIndexConcurrently,
  createKitTables,
  createRoles,
  createTenantTable,
  isTransient,
  migrate,
  type Migration,
  type MigrationDb,
  type MigrationProgress,
} from '../index.ts';

const SERVICE = 'kit_migrate';

const first: Record<string, Migration> = {
  '0001-things': {
    async up(db: MigrationDb) {
      await createKitTables(db, SERVICE);
      await createTenantTable(db, SERVICE, 'things', {
        key: ['thing_id'],
        columns: 'thing_id uuid not null, name text not null',
        workerGrants: 'select',
      });
    },
  },
};
const second: Record<string, Migration> = {
  ...first,
  '0002-labels': {
    async up(db: MigrationDb) {
      await sql`alter table things add column label text`.execute(db);
      await sql`update things set label = upper(name)`.execute(db);
      await sql`alter table things alter column label set not null`.execute(db);
    },
  },
};
const broken: Record<string, Migration> = {
  ...first,
  '0002-broken': {
    async up(db: MigrationDb) {
      await sql`alter table things add column half text`.execute(db);
      await sql`alter table things add column half text`.execute(db);
    },
  },
};

describe('migrations', () => {
  let server: pg.Client;
  let serverUrl: string;
  const databases: string[] = [];

  beforeAll(async () => {
    serverUrl = (await testServers()).databaseUrl;
    server = new pg.Client({ connectionString: serverUrl });
    await server.connect();
  });
  afterEach(async () => {
    for (const name of databases.splice(0)) await server.query(`drop database ${name} with (force)`);
  });
  afterAll(() => server.end());

  /** A database nobody has used, and how to migrate and look at it. */
  async function freshDatabase(like = '') {
    const name = `psa_test_${SERVICE}_${randomUUID().slice(0, 8)}`;
    await server.query(`create database ${name} ${like}`);
    databases.push(name);
    const at = (role?: string) => {
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      if (role !== undefined) [url.username, url.password] = [`psa_${SERVICE}_${role}`, 'p%40ss%20%27word'];
      return url.href;
    };
    const open = async (role: 'app' | 'worker' | undefined, tenant: string) => {
      const client = new pg.Client({ connectionString: at(role) });
      await client.connect();
      await client.query("select set_config('app.tenant', $1, false), set_config('search_path', $2, false)", [tenant, SERVICE]);
      return client;
    };
    return {
      run: (migrations: Record<string, Migration>, onProgress: (progress: MigrationProgress) => void = () => {}) =>
        migrate({ service: SERVICE, migrations, adminUrl: at(), appUrl: at('app'), workerUrl: at('worker'), onProgress }),
      open,
      async as<Row extends object>(role: 'app' | 'worker' | undefined, text: string, tenant = ''): Promise<Row[]> {
        const client = await open(role, tenant);
        try {
          return (await client.query<Row>(text)).rows;
        } finally {
          await client.end();
        }
      },
    };
  }

  it('leave a password alone that is the same, so that poolers stay logged in', async () => {
    const { run, as } = await freshDatabase();
    await run({});
    const kept = () => as<{ rolpassword: string }>(undefined, `select rolpassword from pg_authid where rolname = 'psa_${SERVICE}_app'`);
    const before = await kept();
    await run({});
    expect(await kept()).toEqual(before);
    await server.query(`alter role psa_${SERVICE}_app password 'another'`);
    await run({});
    expect(await as('app', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('make everything on a fresh database, and nothing the second time', async () => {
    const { run, as } = await freshDatabase();
    expect(await run(first)).toEqual(['0001-things']);
    expect(await run(first)).toEqual([]);
    const tenant = randomUUID();
    await as('app', `insert into things (thing_id, name) values ('${randomUUID()}', 'a')`, tenant);
    expect(await as('app', 'select name from things', tenant)).toEqual([{ name: 'a' }]);
    expect(await as('app', 'select name from things', randomUUID())).toEqual([]);
    expect(await as('app', 'select name from things')).toEqual([]);
    expect(await as('worker', 'select name from things')).toEqual([{ name: 'a' }]);
    await expect(as('worker', 'delete from things')).rejects.toMatchObject({ code: '42501' });
  });

  it('run once though several processes begin at the same moment', async () => {
    const { run } = await freshDatabase();
    const ran = await Promise.all(Array.from({ length: 4 }, () => run(first)));
    expect(ran.flat()).toEqual(['0001-things']);
  });

  it('run side by side in several databases of one server, whose roles they share', async () => {
    const fresh = [await freshDatabase(), await freshDatabase(), await freshDatabase(), await freshDatabase()];
    for (let round = 0; round < 3; round++) {
      const ran = await Promise.all(fresh.map(({ run }) => run(first)));
      expect(ran).toEqual(fresh.map(() => (round === 0 ? ['0001-things'] : [])));
    }
  });

  it('change tables that have rows, of every tenant', async () => {
    const { run, as } = await freshDatabase();
    await run(first);
    const tenants = [randomUUID(), randomUUID()];
    for (const tenant of tenants) await as('app', `insert into things (thing_id, name) values ('${randomUUID()}', 'a')`, tenant);
    expect(await run(second)).toEqual(['0002-labels']);
    for (const tenant of tenants) expect(await as('app', 'select label from things', tenant)).toEqual([{ label: 'A' }]);
  });

  it('run also where one that stands after them has run', async () => {
    const { run, as } = await freshDatabase();
    const area: Record<string, Migration> = {
      '0200-other-area': { up: async (db: MigrationDb) => void (await sql`create table other (id integer)`.execute(db)) },
    };
    await run({ ...first, ...area });
    await as('app', `insert into things (thing_id, name) values ('${randomUUID()}', 'a')`, randomUUID());
    expect(await run({ ...second, ...area })).toEqual(['0002-labels']);
    expect(await run({ ...second, ...area })).toEqual([]);
  });

  it('let others pass while they wait for a table, and get it in the end', async () => {
    const { run, as } = await freshDatabase();
    await run(first);
    const reading = as('worker', 'select pg_sleep(3) from (values (1)) v left join things on true');
    await as(undefined, 'select pg_sleep(0.3)');
    const migrating = run(second);
    await as(undefined, 'select pg_sleep(0.3)');
    let isReading = true;
    const read = reading.finally(() => (isReading = false));
    await as('worker', 'select name from things');
    expect(isReading).toBe(true);
    await read;
    expect(await migrating).toEqual(['0002-labels']);
  });

  const indexed: Record<string, Migration> = {
    ...first,
    '0002-names': {
      outside: [createIndexConcurrently({ name: 'things_names', definition: 'on things (tenant, name)', isUnique: true })],
      up: async () => {},
    },
    '0003-after': {
      up: async (db: MigrationDb) => void (await sql`alter index things_names rename to things_by_name`.execute(db)),
    },
  };
  const INDEXES =
    "select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid where relname like 'things_%name%'";

  it('build an index outside of a transaction, after those before it and before those after it', async () => {
    const { run, as } = await freshDatabase();
    expect(await run(indexed)).toEqual(['0001-things', '0002-names', '0003-after']);
    expect(await as(undefined, INDEXES)).toEqual([{ name: 'things_by_name', valid: true }]);
    expect(await run(indexed)).toEqual([]);
  });

  const BUILDING = `select from pg_stat_progress_create_index where datname = current_database()`;

  it('build an index while rows are written, and say how far they are', async () => {
    const { run, as, open } = await freshDatabase();
    await run(first);
    const tenant = randomUUID();
    const insert = (name: string) => `insert into things (thing_id, name) values ('${randomUUID()}', '${name}')`;
    // What an index that is built concurrently waits for.
    const writing = await open('app', tenant);
    await writing.query('begin');
    await writing.query(insert('a'));
    const states: string[] = [];
    const migrating = run(indexed, ({ migration, step, state }) => states.push(`${migration} ${step}: ${state}`));
    await eventually(async () => (await as(undefined, BUILDING)).length === 1, 10_000);
    await as('app', insert('b'), tenant);
    await writing.query('commit');
    await writing.end();
    expect(await migrating).toEqual(['0002-names', '0003-after']);
    expect([states.at(0), states.at(-1)]).toEqual(['0002-names index things_names: begun', '0002-names index things_names: done']);
    expect(await as(undefined, INDEXES)).toEqual([{ name: 'things_by_name', valid: true }]);
  });

  it('build an index anew whose last attempt was interrupted', async () => {
    const { run, as } = await freshDatabase();
    await run(first);
    const tenant = randomUUID();
    for (const id of [randomUUID(), randomUUID()]) await as('app', `insert into things (thing_id, name) values ('${id}', 'a')`, tenant);
    await expect(run(indexed)).rejects.toMatchObject({ migration: '0002-names', isTransient: false, cause: { code: '23505' } });
    expect(await as(undefined, INDEXES)).toEqual([{ name: 'things_names', valid: false }]);
    await as(undefined, 'update things set name = thing_id::text');
    expect(await run(indexed)).toEqual(['0002-names', '0003-after']);
    expect(await as(undefined, INDEXES)).toEqual([{ name: 'things_by_name', valid: true }]);
  });

  it('build an index once though several processes begin at the same moment', async () => {
    const { run, as } = await freshDatabase();
    const ran = await Promise.all(Array.from({ length: 3 }, () => run(indexed)));
    expect(ran.flat().sort()).toEqual(['0001-things', '0002-names', '0003-after']);
    expect(await as(undefined, INDEXES)).toEqual([{ name: 'things_by_name', valid: true }]);
  });

  it('that fail leave nothing behind and say why; mended they run', async () => {
    const { run, as } = await freshDatabase();
    await run(first);
    await expect(run(broken)).rejects.toMatchObject({
      migration: '0002-broken',
      isTransient: false,
      cause: { code: '42701' },
    });
    expect(
      await as(undefined, "select column_name from information_schema.columns where table_name = 'things' and column_name = 'half'"),
    ).toEqual([]);
    expect(await run(second)).toEqual(['0002-labels']);
  });

  it('find the roles a dump names once they were created on a new server', async () => {
    const service = `kit_restored_${randomUUID().slice(0, 8)}`;
    const name = `psa_test_${service}`;
    await server.query(`create database ${name}`);
    databases.push(name);
    const at = (role: string) =>
      Object.assign(new URL(serverUrl), { pathname: `/${name}`, ...(role && { username: role, password: 'p' }) }).href;
    const options = { service, adminUrl: at(''), appUrl: at(`psa_${service}_app`), workerUrl: at(`psa_${service}_worker`) };
    const restored = new pg.Client({ connectionString: at('') });
    const app = new pg.Client({ connectionString: options.appUrl });
    try {
      await createRoles(options);
      await createRoles(options);
      await restored.connect();
      // As pg_restore writes it.
      await restored.query(`create schema ${service}; alter schema ${service} owner to psa_${service}_owner;
        create table ${service}.things (tenant uuid); alter table ${service}.things owner to psa_${service}_owner;
        alter table ${service}.things enable row level security;
        create policy own on ${service}.things to psa_${service}_app using (tenant::text = current_setting('app.tenant', true));
        grant usage on schema ${service} to psa_${service}_app; grant select on ${service}.things to psa_${service}_app`);
      await app.connect();
      expect((await app.query('select * from things')).rows).toEqual([]);
    } finally {
      await Promise.all([restored.end(), app.end()]);
      await server.query(`drop database ${name} with (force)`);
      databases.pop();
      for (const role of ['owner', 'app', 'worker']) await server.query(`drop role if exists psa_${service}_${role}`);
    }
  });

  it.each([
    ['a server that is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
    ['a server that stops', Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
    ['a lock', Object.assign(new Error('lock'), { code: '55P03' }), true],
    ['a column that is there twice', Object.assign(new Error('exists'), { code: '42701' }), false],
    ['a wrong password', Object.assign(new Error('password'), { code: '28P01' }), false],
    ['a fault of the migration itself', new TypeError('x is not a function'), false],
  ])('tell whether they may succeed when they run again, after %s', (_what, error, expected) => expect(isTransient(error)).toBe(expected));

  it('give the roles of the service what they need, with a limit on everything that waits', async () => {
    const { run, as } = await freshDatabase();
    await run(first);
    const [limits] = await as<Record<string, string>>(
      'app',
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`,
    );
    expect(limits).toEqual({ statement: '15s', lock: '5s', idle: '30s', zone: 'UTC' });
    for (const forbidden of [
      'create table own (a int)',
      'alter table things disable row level security',
      'drop table things',
      'truncate things',
      'create policy mine on things using (true)',
      `set role psa_${SERVICE}_owner`,
      'create table public.own (a int)',
    ]) {
      await expect(as('app', forbidden)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('refuse a database that cannot hold every text', async () => {
    const { run } = await freshDatabase("encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0");
    await expect(run(first)).rejects.toThrow("The database is encoded in SQL_ASCII; make it with encoding 'UTF8'");
  });
});
