import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityCommand } from '@psa/contract-kit';
import { caller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('commands to assets', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('create, change and delete one, and its events name who gave them', async () => {
    const me = caller();
    const rule = randomUUID();
    const command = (given: Pick<EntityCommand, 'operation' | 'id' | 'data'>) =>
      service.command(me.tenant, { entity: 'asset', ...given }, rule);
    const { id, entity } = await command({
      operation: 'create',
      id: null,
      data: anAsset(await aClient(service, me.tenant), { name: 'Server' }),
    });
    expect(entity).toMatchObject({ asset_id: id, name: 'Server' });
    expect((await command({ operation: 'update', id, data: { name: 'Mail server' } })).entity).toMatchObject({ name: 'Mail server' });
    expect(await command({ operation: 'delete', id, data: {} })).toEqual({ id, entity: null });
    const events = await service.events(me.tenant);
    expect(events).toMatchObject(
      ['created', 'updated', 'deleted'].map((verb) => ({
        type: `psa.assets.asset.${verb}.v1`,
        subject: id,
        actor: { id: rule, type: 'system' },
        correlationid: 'test',
      })),
    );
  });
});
