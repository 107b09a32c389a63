import { createExpressApp, dispatcher } from '@psa/http-kit';
import { close, listen } from '@psa/service-kit';
import { caller, TestApi, testVerifier } from '@psa/test-kit';
import type { GatewayPorts } from '../gateway-app.ts';
import { metaHandlers } from '../meta/meta.handlers.ts';

/** The metadata routes by themselves, without services behind them. */
export interface MetaServer {
  readonly url: string;
  /** As somebody with a valid key. */
  readonly api: TestApi;
  /** As nobody. */
  readonly anonymous: TestApi;
  stop(): Promise<void>;
}

export const quietPorts: GatewayPorts = {
  health: async () => ({
    identity: { status: 'up', latency: 1 },
    clients: { status: 'up', latency: 1 },
    assets: { status: 'up', latency: 1 },
  }),
  usage: () => ({ totalRequests: 0, requestsByEndpoint: {}, averageResponseTime: 0, errorRate: 0 }),
};

/** Starts the metadata routes on a port of their own. */
export async function startMetaServer(ports: Partial<GatewayPorts> = {}): Promise<MetaServer> {
  const { app, server } = createExpressApp();
  app.use(
    dispatcher({
      routes: metaHandlers,
      verify: await testVerifier('gateway'),
      ports: { ...quietPorts, ...ports },
      checkReplies: 'throw',
      onFinish: () => {},
    }),
  );
  const url = await listen(server, '127.0.0.1', 0);
  return {
    url,
    api: new TestApi([url], 'gateway', caller({ permissions: [] })),
    anonymous: new TestApi([url], 'gateway', null),
    stop: () => close(server),
  };
}
