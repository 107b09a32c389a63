import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityCommand } from '@psa/contract-kit';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { aClient, aContact } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('commands to clients and their contacts', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('create, change and delete them', async () => {
    const me = caller();
    const command = (entity: string, given: Pick<EntityCommand, 'operation' | 'id' | 'data'>) =>
      service.command(me.tenant, { entity, ...given });
    const client = await command('client', { operation: 'create', id: null, data: aClient() });
    expect((await command('client', { operation: 'update', id: client.id, data: { client_name: 'Acme Ltd' } })).entity).toMatchObject({
      client_id: client.id,
      client_name: 'Acme Ltd',
    });
    const contact = await command('contact', { operation: 'create', id: null, data: aContact({ client_id: client.id }) });
    expect((await command('contact', { operation: 'update', id: contact.id, data: { full_name: 'Anna' } })).entity).toMatchObject({
      contact_name_id: contact.id,
      full_name: 'Anna',
    });
    for (const [entity, id] of [
      ['contact', contact.id],
      ['client', client.id],
    ] as const) {
      expect(await command(entity, { operation: 'delete', id, data: {} })).toEqual({ id, entity: null });
    }
  });
});
