import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketEvents } from '@psa/contracts-desk';
import { ApiError } from '@psa/contract-kit';
import { caller, earlier, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import type { Assets } from '../../../ports/assets.ts';
import { ASSET_CLIENT, fakes } from '../../../testing/fakes.ts';
import { aTicket, standardSet } from '../../../testing/make-ticket.ts';

describe('a ticket that is opened for an asset', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  /** Links as the assets service keeps them. */
  const linked = new Set<string>();
  let link: Assets['link'];
  let unlink: Assets['unlink'];

  beforeAll(async () => {
    const assets = { ...(fakes.assets as Assets), link: (...args: Parameters<Assets['link']>) => link(...args) };
    service = await TestService.start(deskService, {
      ports: { ...fakes, assets: { ...assets, unlink: (...args: Parameters<Assets['unlink']>) => unlink(...args) } },
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    linked.clear();
    link = async (_, { ticket_id }) => {
      linked.add(ticket_id);
      return 'linked';
    };
    unlink = async (_, { ticket_id }) => void linked.delete(ticket_id);
  });

  const body = async (given: Record<string, unknown> = {}) => {
    const { statuses } = await standardSet(api);
    return aTicket(api, { asset_id: randomUUID(), client_id: ASSET_CLIENT, status_id: statuses[0]?.status_id, ...given });
  };
  const open = async (given: Record<string, unknown> = {}) => api.post('/api/v1/tickets/from-asset', await body(given));
  const tickets = () => service.sql('select ticket_id from tickets where tenant = $1', [me.tenant]);
  const steps = () => service.sql('select is_given_up from outside_steps where tenant = $1', [me.tenant]);
  const age = () =>
    service.sql(`update outside_steps set noted_at = ${earlier('noted_at', "interval '3 minutes'")} where tenant = $1`, [me.tenant]);

  it('is linked to it, and leaves nothing else behind', async () => {
    const asset_id = randomUUID();
    const { status, body: made } = await open({ asset_id });
    expect(status).toBe(201);
    expect(made.data).toMatchObject({ attributes: { created_from_asset: asset_id }, source: 'asset' });
    expect([...linked]).toEqual([made.data.ticket_id]);
    expect(await steps()).toEqual([]);
    expect((await service.events(me.tenant)).filter(({ type }) => type === ticketEvents.created.type)).toHaveLength(1);
  });

  it('links nothing when the ticket is refused', async () => {
    expect((await open({ status_id: randomUUID() })).status).toBe(400);
    expect([linked.size, await steps()]).toEqual([0, []]);
  });

  it.each([
    ['unknown_asset', 404],
    ['other_client', 400],
  ] as const)('is not opened when the asset is meanwhile %s', async (outcome, expected) => {
    link = async () => outcome;
    expect((await open()).status).toBe(expected);
    expect([await tickets(), await steps()]).toEqual([[], []]);
  });

  it('is taken off the asset at once when it cannot be opened after all', async () => {
    const request = await body();
    link = async (_, { ticket_id }) => {
      linked.add(ticket_id);
      // Somebody switches the channel off in between.
      await api.put(`/api/v1/channels/${request['channel_id'] as string}`, { is_default: false, is_inactive: true });
      await service.sql('update channels set is_inactive = true where tenant = $1', [me.tenant]);
      return 'linked';
    };
    expect((await api.post('/api/v1/tickets/from-asset', request)).status).toBe(400);
    expect([linked.size, await tickets(), await steps()]).toEqual([0, [], []]);
  });

  it('is taken off the asset by the sweep when the answer never came', async () => {
    link = async (_, { ticket_id }) => {
      linked.add(ticket_id);
      throw new ApiError('SERVICE_UNAVAILABLE');
    };
    expect((await open()).status).toBe(503);
    await service.tick('outside-steps');
    // It may still be under way.
    expect([linked.size, (await steps()).length]).toEqual([1, 1]);
    await age();
    await service.tick('outside-steps');
    expect([linked.size, await tickets(), await steps()]).toEqual([0, [], []]);
  });

  it('is tried to be taken off again while the assets service does not answer', async () => {
    link = async (_, { ticket_id }) => {
      linked.add(ticket_id);
      throw new ApiError('SERVICE_UNAVAILABLE');
    };
    const works = unlink;
    await open();
    await age();
    unlink = async () => {
      throw new ApiError('SERVICE_UNAVAILABLE');
    };
    await service.tick('outside-steps');
    expect([linked.size, await steps()]).toMatchObject([1, [{ is_given_up: true }]]);
    unlink = works;
    await age();
    await service.tick('outside-steps');
    expect([linked.size, await steps()]).toEqual([0, []]);
  });

  it('is not opened any more once the sweep has given it up', async () => {
    link = async (_, { ticket_id }) => {
      linked.add(ticket_id);
      await age();
      await service.tick('outside-steps');
      return 'linked';
    };
    expect((await open()).status).toBe(503);
    expect([linked.size, await tickets(), await steps()]).toEqual([0, [], []]);
  });
});
