import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rpcMethods } from '@psa/contract-kit';
import { rpcHandler, callRpc, Broker, serveRpc } from '@psa/events-kit';
import { eventually } from '@psa/test-kit';
import { connect, type NatsConnection } from 'nats';
import { z } from 'zod';
import { type Home, openHome } from '../local/home.ts';
import { type RunningNats, startNats } from '../local/nats.ts';
import { fingerprintUser, natsUrlOf, OPERATOR, OPERATOR_INBOX } from '../local/nats-users.ts';
import { claimAnyPort } from '../local/ports.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { natsOptions } from '../operator/call-service.ts';
import { natsUsers } from './nats-permissions.ts';
import type { ServiceFacts } from './service-facts.ts';

const nothing = { settings: [], migrationSettings: [], consumers: [], formerConsumers: [], asks: [], listens: [], callsOut: false };
/** Two services and a gateway, as `allServiceFacts` tells of them. */
const facts: ServiceFacts[] = [
  {
    ...nothing,
    name: 'shop',
    hasDatabase: true,
    consumers: [{ name: 'shop-stock', domain: 'store', filter: 'psa.v1.evt.store.>' }],
    asks: ['psa.v1.rpc.store.count'],
  },
  { ...nothing, name: 'store', hasDatabase: true },
  { ...nothing, name: 'edge', hasDatabase: false, listens: ['psa.v1.evt.store.>'] },
];
const storeRpc = rpcMethods('store', {
  count: { summary: '', request: z.object({}), response: z.object({ count: z.int() }) },
  secret: { summary: '', request: z.object({}), response: z.object({}) },
});

describe('a service at the broker', () => {
  let home: Home;
  let nats: RunningNats;
  let monitor: string;
  const brokers = new Map<string, Broker>();
  const passwords = { shop: 'one "quoted"', store: '2', edge: '3', operator: '4', admin: '5' };
  const urlOf = (user: keyof typeof passwords) => natsUrlOf(nats.url, user, passwords[user]);
  const of = (name: string) => brokers.get(name) as Broker;

  beforeAll(async () => {
    home = openHome(mkdtempSync(join(tmpdir(), 'psa-nats-')));
    const [client, figures] = [await claimAnyPort(), await claimAnyPort()];
    monitor = `http://127.0.0.1:${figures.port}`;
    nats = await startNats({
      home,
      port: client.port,
      monitorPort: figures.port,
      durability: 'throwaway',
      say: () => {},
      users: Promise.resolve({ list: natsUsers(facts), passwords }),
    });
    for (const name of ['shop', 'store', 'edge'] as const)
      brokers.set(name, await Broker.connect({ url: urlOf(name), name: `psa-${name}`, ...(name !== 'edge' && { domain: name }) }));
    serveRpc(
      of('store'),
      rpcHandler(storeRpc.count, async () => ({ count: 7 })),
      {},
      (thrown) => thrown as never,
      { error: () => {} },
    );
    serveRpc(
      of('store'),
      rpcHandler(storeRpc.secret, async () => ({})),
      {},
      (thrown) => thrown as never,
      { error: () => {} },
    );
    await of('store').connection.flush();
    await of('store').ensureStream('store');
  }, 60_000);
  afterAll(async () => {
    for (const broker of brokers.values()) await broker.close();
    await nats.stop();
    rmSync(home.path, { recursive: true, force: true });
  });

  const connectAs = (who: 'shop' | 'store' | 'edge') =>
    connect({ ...natsOptions(urlOf(who)), timeout: 5_000, waitOnFirstConnect: true, inboxPrefix: `_INBOX_psa-${who}` });

  /** What the server refuses the connection, in the order it says so. */
  const violations = (connection: NatsConnection): string[] => {
    const said: string[] = [];
    const watch = async () => {
      for await (const { permissionContext } of connection.status())
        if (permissionContext) said.push(`${permissionContext.operation} ${permissionContext.subject}`);
    };
    void watch();
    return said;
  };

  it('publishes its own events, and is heard by the consumers that are declared', async () => {
    await of('store').jetstream.publish('psa.v1.evt.store.item.added.t1', '{}');
    await of('shop').ensureConsumer('store', 'shop-stock', 'psa.v1.evt.store.>');
    const consumer = await of('shop').jetstream.consumers.get('PSA_STORE', 'shop-stock');
    const message = await consumer.next({ expires: 5_000 });
    expect(message?.subject).toBe('psa.v1.evt.store.item.added.t1');
    expect(await message?.ackAck()).toBe(true);
    expect(await of('shop').lag('store', 'shop-stock')).toBe(0);
  });

  it('asks what it is declared to ask, and is answered', async () => {
    expect(await callRpc(of('shop'), storeRpc.count, {})).toEqual({ count: 7 });
  });

  it('hears the events it is declared to hear as they pass', async () => {
    const heard: string[] = [];
    of('edge').listen('psa.v1.evt.store.>', (_text, subject) => heard.push(subject));
    await of('edge').connection.flush();
    await of('store').jetstream.publish('psa.v1.evt.store.item.removed.t1', '{}');
    expect(await eventually(() => heard[0])).toBe('psa.v1.evt.store.item.removed.t1');
  });

  it.each<[string, 'shop' | 'store' | 'edge', string]>([
    ["another's events", 'shop', 'psa.v1.evt.store.item.added.t1'],
    ['events where it has none', 'edge', 'psa.v1.evt.edge.x.y.t1'],
    ['an RPC method it is not declared to call', 'shop', 'psa.v1.rpc.store.secret'],
    ["the operator's RPC methods", 'shop', 'psa.v1.rpc.store.admin.outbox-replay'],
    ['answers to those that do not ask it', 'store', '_INBOX_psa-edge.x.y'],
    ['answers where nobody asks it', 'edge', '_INBOX_psa-shop.x.y'],
    ["the making of another's stream", 'shop', '$JS.API.STREAM.CREATE.PSA_STORE'],
    ['the deletion of its own stream', 'store', '$JS.API.STREAM.DELETE.PSA_STORE'],
    ['the purge of its own stream', 'store', '$JS.API.STREAM.PURGE.PSA_STORE'],
    ["another's consumer", 'store', '$JS.API.CONSUMER.MSG.NEXT.PSA_STORE.shop-stock'],
    ["acknowledgements for another's consumer", 'store', '$JS.ACK.PSA_STORE.shop-stock.1.1.1.1.1'],
    ['the system', 'shop', '$SYS.REQ.SERVER.PING'],
  ])('may not publish %s', async (_what, who, subject) => {
    const connection = await connectAs(who);
    const refused = violations(connection);
    connection.publish(subject, '{}');
    await connection.flush();
    expect(await eventually(() => refused[0])).toBe(`publish ${subject}`);
    await connection.close();
  });

  it.each<[string, 'shop' | 'store' | 'edge', string]>([
    ["another's RPC methods", 'shop', 'psa.v1.rpc.store.count'],
    ["another's events past its consumer", 'shop', 'psa.v1.evt.store.>'],
    ['everything', 'edge', '>'],
    ["another's answers", 'store', '_INBOX_psa-shop.>'],
    ['what JetStream is asked', 'store', '$JS.API.>'],
  ])('may not hear %s', async (_what, who, subject) => {
    const connection = await connectAs(who);
    const refused = new Promise<Error>((resolve) => {
      connection.subscribe(subject, {
        callback: (error) => {
          if (error) resolve(error);
        },
      });
    });
    expect(String(await refused)).toMatch(/permissions violation/i);
    await connection.close();
  });

  it.each(['/healthz', '/healthz?js-enabled-only=true', '/healthz?js-server-only=true'])(
    'finds a broker that answers the probe %s of its manifest',
    async (path) => {
      expect(readFileSync(join(repositoryRoot, 'deploy/kustomize/base/nats/server.yaml'), 'utf8')).toContain(`path: ${path}\n`);
      expect((await fetch(monitor + path)).status).toBe(200);
    },
  );

  it('may do nothing as a user that only says which permissions are in force', async () => {
    const declared = natsUsers(facts).find(({ user }) => user === 'store')!;
    const connection = await connect({ ...natsOptions(urlOf('admin')), user: fingerprintUser(declared) });
    const refused = violations(connection);
    connection.publish('psa.v1.rpc.store.count', '{}');
    const heard = new Promise<Error | null>(
      (resolve) => void connection.subscribe('psa.v1.evt.>', { callback: (error) => resolve(error) }),
    );
    await connection.flush();
    expect(await eventually(() => refused[0])).toBe('publish psa.v1.rpc.store.count');
    expect(String(await heard)).toMatch(/permissions violation/i);
    await connection.close();
  });

  it('is refused with a password of another', async () => {
    await expect(connect(natsOptions(natsUrlOf(nats.url, 'shop', passwords.store)))).rejects.toThrow(/authorization/i);
  });

  it('is asked by the operator for what operators ask for, and nothing else', async () => {
    const operator = await connect({ ...natsOptions(urlOf(OPERATOR)), inboxPrefix: OPERATOR_INBOX });
    await expect(operator.request('psa.v1.rpc.store.admin.nothing', '{}')).rejects.toThrow(/503/);
    await expect(operator.request('psa.v1.rpc.store.count', '{}', { timeout: 1_000 })).rejects.toThrow(/permissions|timeout/i);
    await operator.close();
  });
});
