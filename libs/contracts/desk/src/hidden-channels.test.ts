import { describe, expect, it } from '@jest/globals';
import { ApiError, type PermissionName } from '@psa/contract-kit';
import { HiddenChannels } from './hidden-channels.ts';

const [ACME, GLOBEX] = [{ tenant: 'acme' }, { tenant: 'globex' }];

describe('what a service knows of hidden channels', () => {
  /** Who asks, the answers there are, by user, and how often they were given. */
  function world() {
    const state = { now: 0, asked: 0, isAway: false };
    const hidden = new Map<string, string[]>();
    const limited = new Set<string>();
    const channels = new HiddenChannels<{ tenant: string }>(
      async ({ tenant }, userId) => {
        state.asked++;
        if (state.isAway) throw new ApiError('SERVICE_UNAVAILABLE');
        return { channel_ids: hidden.get(userId) ?? [], is_limited: limited.has(tenant) };
      },
      () => state.now,
    );
    const of = async (userId: string, context = ACME, permissions: PermissionName[] = [], type: 'user' | 'api_key' | 'system' = 'user') => {
      const found = await channels.hiddenFrom(context, { userId, permissions: new Set(permissions), actor: { id: userId, type } });
      return found && [...found];
    };
    return { state, hidden, limited, of };
  }

  it('is asked once about a tenant that limits none, and once a person about one that does', async () => {
    const { state, hidden, limited, of } = world();
    limited.add(GLOBEX.tenant);
    hidden.set('ada', ['hr']);
    for (let time = 0; time < 3; time++) {
      expect([await of('bob'), await of('eve')]).toEqual([[], []]);
      expect([await of('ada', GLOBEX), await of('eve', GLOBEX)]).toEqual([['hr'], []]);
    }
    expect(state.asked).toBe(3);
    state.now = 5_000;
    hidden.set('eve', ['hr']);
    expect([await of('ada', GLOBEX), await of('eve', GLOBEX)]).toEqual([['hr'], ['hr']]);
    expect(state.asked).toBe(5);
  });

  it('follows a tenant that begins to limit channels, and ends to', async () => {
    const { state, hidden, limited, of } = world();
    expect(await of('ada')).toEqual([]);
    limited.add(ACME.tenant);
    hidden.set('ada', ['hr']);
    state.now = 5_000;
    expect(await of('ada')).toEqual(['hr']);
    limited.clear();
    hidden.clear();
    state.now = 10_000;
    expect(await of('ada')).toEqual([]);
  });

  it('is nothing for rules and for who may change settings, without a question', async () => {
    const { state, of } = world();
    expect([await of('ada', ACME, ['ticket_settings:update'], 'api_key'), await of('rule', ACME, [], 'system')]).toEqual([[], []]);
    expect(state.asked).toBe(0);
  });

  it('outlives the desk for ten minutes, and is unknown where nothing was heard', async () => {
    const { state, hidden, limited, of } = world();
    limited.add(ACME.tenant);
    hidden.set('ada', ['hr']);
    await of('ada');
    state.isAway = true;
    state.now = 599_999;
    expect([await of('ada'), await of('eve')]).toEqual([['hr'], undefined]);
    state.now = 600_000;
    expect(await of('ada')).toBeUndefined();
  });
});
