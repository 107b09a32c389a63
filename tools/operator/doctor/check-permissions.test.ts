import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Home } from '../../local/home.ts';
import { startNats, type RunningNats } from '../../local/nats.ts';
import { NATS_ADMIN, type NatsUser, natsUrlOf } from '../../local/nats-users.ts';
import { claimAnyPort } from '../../local/ports.ts';
import { createTemporaryHome, removeHome } from '../../local/temporary-home.ts';
import { checkPermissions } from './check-permissions.ts';

const users: NatsUser[] = [
  { user: 'store', publish: ['psa.v1.evt.store.>'], subscribe: ['psa.v1.rpc.store.>'] },
  { user: 'shop', publish: ['psa.v1.rpc.store.count'], subscribe: ['_INBOX_psa-shop.>'] },
  { user: NATS_ADMIN, publish: ['>'], subscribe: ['>'] },
];

describe('the doctor on permissions at the broker', () => {
  let home: Home;
  let nats: RunningNats;
  let natsUrl: string;
  beforeAll(async () => {
    home = createTemporaryHome('psa-permissions-');
    const passwords = { store: 'one', shop: 'two', [NATS_ADMIN]: 'three' };
    const [client, figures] = [await claimAnyPort(), await claimAnyPort()];
    nats = await startNats({
      home,
      port: client.port,
      monitorPort: figures.port,
      durability: 'throwaway',
      say: () => {},
      users: Promise.resolve({ list: users, passwords }),
    });
    natsUrl = natsUrlOf(nats.url, NATS_ADMIN, passwords[NATS_ADMIN]);
  }, 60_000);
  afterAll(async () => {
    await nats.stop();
    removeHome(home);
  });

  it('is content where each user has what is declared', async () =>
    expect(await checkPermissions(natsUrl, users, true)).toEqual({
      check: 'permissions at the broker',
      state: 'ok',
      detail: '3 users, each with what this release declares',
    }));

  it.each<[string, Partial<NatsUser>]>([
    ['may not yet publish what this release declares', { publish: ['psa.v1.rpc.store.count', 'psa.v1.rpc.store.list'] }],
    ['may not yet hear what this release declares', { subscribe: ['_INBOX_psa-shop.>', 'psa.v1.evt.store.>'] }],
    ['may still publish what this release does not declare', { publish: [] }],
  ])('names a user that %s, and says what to do', async (_what, declared) => {
    const newer = users.map((user) => (user.user === 'shop' ? { ...user, ...declared } : user));
    expect(await checkPermissions(natsUrl, newer, true)).toMatchObject({
      state: 'fault',
      detail: 'shop',
      advice: expect.stringContaining('users.conf') as unknown,
    });
  });

  it('warns of a broker that lets anybody in', async () =>
    expect(await checkPermissions(natsUrl, users, false)).toMatchObject({ state: 'warning', detail: /anybody/ }));
});
