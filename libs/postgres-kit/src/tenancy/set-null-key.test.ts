import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKitTables, createSetNullKey, createTenantTable, Database, type MigrationDb } from '../index.ts';

const SERVICE = 'kit_keys';

describe('a reference that becomes null', () => {
  let test: TestDatabase;
  let app: Database;

  beforeAll(async () => {
    test = await createTestDatabase(SERVICE, {
      '0001-racks': {
        async up(db: MigrationDb) {
          await createKitTables(db, SERVICE);
          await createTenantTable(db, SERVICE, 'rooms', { key: ['room_id'], columns: 'room_id uuid not null' });
          await createTenantTable(db, SERVICE, 'racks', {
            key: ['rack_id'],
            columns: 'rack_id uuid not null, room_id uuid not null, foreign key (tenant, room_id) references rooms on delete cascade',
          });
          // Who deletes a rack may not change what stands in it.
          await createTenantTable(db, SERVICE, 'servers', {
            key: ['server_id'],
            columns: 'server_id uuid not null, rack_id uuid',
            grants: 'select, insert',
          });
          await createSetNullKey(db, SERVICE, { table: 'servers', column: 'rack_id', of: 'racks', key: 'rack_id' });
        },
      },
    });
    app = new Database({ url: test.appUrl, max: 2 });
  });
  afterAll(async () => {
    await app.close();
    await test.drop();
  });

  /** Two tenants with the same ids. */
  async function twoTenants() {
    const [room, rack, server] = [randomUUID(), randomUUID(), randomUUID()];
    const tenants = [randomUUID(), randomUUID()] as const;
    for (const tenant of tenants) {
      await app.queryAs(tenant, { text: 'insert into rooms (room_id) values ($1)' }, [room]);
      await app.queryAs(tenant, { text: 'insert into racks (room_id, rack_id) values ($1, $2)' }, [room, rack]);
      await app.queryAs(tenant, { text: 'insert into servers (server_id, rack_id) values ($1, $2)' }, [server, rack]);
    }
    return { tenants, room, rack };
  }
  const rackOf = async (tenant: string) =>
    (await app.queryAs<{ rack_id: string | null }>(tenant, { text: 'select rack_id from servers where tenant = $1' }, [tenant])).rows;

  it('does so when its row is deleted, and in no other tenant', async () => {
    const { tenants, rack } = await twoTenants();
    const [one, other] = tenants;
    await app.queryAs(one, { text: 'delete from racks where tenant = $1 and rack_id = $2' }, [one, rack]);
    expect([await rackOf(one), await rackOf(other)]).toEqual([[{ rack_id: null }], [{ rack_id: rack }]]);
  });

  it('does so when its row goes with another', async () => {
    const { tenants, room, rack } = await twoTenants();
    const [one, other] = tenants;
    await app.queryAs(one, { text: 'delete from rooms where tenant = $1 and room_id = $2' }, [one, room]);
    expect([await rackOf(one), await rackOf(other)]).toEqual([[{ rack_id: null }], [{ rack_id: rack }]]);
  });

  it('refers to a row there is', async () => {
    const tenant = randomUUID();
    const add = app.queryAs(tenant, { text: 'insert into servers (server_id, rack_id) values ($1, $2)' }, [randomUUID(), randomUUID()]);
    await expect(add).rejects.toMatchObject({ code: '23503' });
  });
});
