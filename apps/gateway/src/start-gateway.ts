import type { Route } from '@psa/contract-kit';
import { Broker } from '@psa/events-kit';
import { createExpressApp } from '@psa/http-kit';
import {
  brokerTls,
  close,
  closeAfterAnswers,
  listen,
  type OpenAdminPort,
  openAdminPort,
  openPeerTls,
  readiness,
  servingDependencies,
} from '@psa/service-kit';
import { createLog, createMetrics, type Log, type Metrics } from '@psa/observability-kit';
import { accessLog } from './access-log.ts';
import { answerHead } from './responses/send-head.ts';
import { answerClientErrors } from './responses/send-client-errors.ts';
import { CorsPolicy } from './responses/cors.ts';
import { apiKeyAuthenticator } from './authentication/api-key-authenticator.ts';
import { authenticateInOrder } from './authentication/authenticator.ts';
import { CallerCache } from './authentication/caller-cache.ts';
import { CrossSiteGuard } from './authentication/cross-site-guard.ts';
import { forgetCallersOnEvents } from './authentication/forget-callers.ts';
import { sessionAuthenticator } from './authentication/session-authenticator.ts';
import { routes as everyRoute } from '@psa/contracts-product';
import { createDestinations } from './destinations.ts';
import { gatewayHandler } from './gateway-handler.ts';
import { serviceNames } from '@psa/contracts-product';
import { type GatewaySettings, upstreamUrl } from './gateway-settings.ts';
import { InternalTokens } from './internal-tokens.ts';
import { rateLimitDefaults, refusalLimit } from './limits/default-limits.ts';
import { RateLimiter } from './limits/rate-limiter.ts';
import { RefusalLimiter } from './limits/refusal-limiter.ts';
import { RateLimitSync } from './limits/rate-limit-sync.ts';
import { OperationCatalogue } from './mcp/operation-catalogue.ts';
import { OpenStreams } from './proxy/open-streams.ts';
import { callerOriginFinder } from './request/caller-origin.ts';
import { askIdentity, askIdentityOfSession } from './rpc-clients/call-identity.ts';
import { RouteTable } from './route-table.ts';
import { serviceHealth } from './service-health.ts';
import { UsageCounter } from './usage-counter.ts';

const NAME = 'gateway';

export interface GatewayOptions {
  readonly settings: GatewaySettings;
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** Where its probes and figures are; a port of its own when absent. */
  readonly openAdmin?: OpenAdminPort;
  /** The route table; that of every contract when absent. */
  readonly routes?: readonly Route[];
  /** What happens when an answer of the gateway's own routes breaks its contract. */
  readonly checkReplies?: 'throw' | 'sample';
  /** The clock, in milliseconds. */
  readonly now?: () => number;
}

export interface RunningGateway {
  /** `http://host:port` of the API. */
  readonly url: string;
  readonly adminUrl: string;
  readonly broker: Broker;
  /** Turns unready, finishes what is under way, and closes everything. */
  stop(): Promise<void>;
}

/** Starts the gateway: broker, key cache, proxies, API and admin server. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { settings, routes = everyRoute, now = Date.now } = options;
  const log = options.log ?? createLog(NAME, settings.PSA_LOG_LEVEL);
  const metrics = options.metrics ?? createMetrics(NAME);
  const peerTls = openPeerTls(settings, { log, metrics });
  const { app, server } = createExpressApp(peerTls.server);
  let broker: Broker | undefined = undefined;
  let draining = false;
  // Not the services: one that is down is no reason to take the others from the callers.
  const dependencies = servingDependencies(() => broker, server);
  // First: while the broker is waited for, the process is alive and says what it lacks.
  const openAdmin = options.openAdmin ?? openAdminPort;
  const admin = await openAdmin({ metrics, dependencies, draining: () => draining }, settings);
  broker = await Broker.connect({
    url: settings.PSA_NATS_URL,
    ...brokerTls(settings),
    name: `psa-${NAME}`,
    onRpc: (call) => metrics.rpcFinished(call),
  });

  const callers = new CallerCache(askIdentity(broker, log), now);
  const sessions = new CallerCache(askIdentityOfSession(broker, log), now);
  const crossSite = new CrossSiteGuard(settings.PSA_CORS_ORIGINS, settings.PSA_PUBLIC_URL);
  const authenticate = authenticateInOrder([apiKeyAuthenticator(callers), sessionAuthenticator(sessions, crossSite)]);
  const streams = new OpenStreams(authenticate);
  forgetCallersOnEvents(broker, [callers, sessions, streams], log);
  const tokens = await InternalTokens.create(settings.PSA_TOKEN_SIGNING_KEY, routes, now);

  const missing = async () => {
    if (draining) return { gateway: 'stopping' };
    const states = await readiness(dependencies);
    return Object.values(states).every((state) => state === 'up') ? undefined : states;
  };

  const urls = new Map<string, URL>(serviceNames.map((name) => [name, upstreamUrl(settings, name)]));
  const usage = new UsageCounter(now);
  const limiter = new RateLimiter(rateLimitDefaults(settings), now);
  const spending = new RateLimitSync(broker, limiter, log);
  limiter.share(spending);

  const { destinations, close: closeConnections } = createDestinations(routes, {
    urls,
    timeoutMs: settings.PSA_UPSTREAM_TIMEOUT_MS,
    queueDelayMs: settings.PSA_QUEUE_DELAY_MS,
    onShed: (upstream) => metrics.requestsShed.inc({ upstream }),
    tls: peerTls.client,
    streams,
    log,
    mcp: {
      catalogue: new OperationCatalogue(routes),
      urls,
      fetch: peerTls.fetch,
      tokens,
      limiter,
      timeoutMs: settings.PSA_UPSTREAM_TIMEOUT_MS,
      now,
      log,
    },
    checkReplies: options.checkReplies ?? 'sample',
    ports: {
      publicKeys: tokens.publicKeys,
      missing,
      health: serviceHealth(urls, now, peerTls.fetch),
      usage: (periodMs, tenant) => usage.over(periodMs, tenant),
    },
  });

  const cors = new CorsPolicy(settings.PSA_CORS_ORIGINS);
  app.use(
    gatewayHandler({
      table: new RouteTable(routes),
      authenticate,
      limiter,
      refusals: new RefusalLimiter(refusalLimit(settings), now),
      tokens,
      cors,
      destinations,
      now,
      originOf: callerOriginFinder(settings.PSA_TRUSTED_PROXIES),
      head: answerHead(cors, () => draining),
      finished: accessLog(log, metrics, usage),
    }),
  );
  answerClientErrors(server);

  const url = await listen(server, settings.PSA_HTTP_HOST, settings.PSA_HTTP_PORT);
  log.info({ url, adminUrl: admin.url }, 'serving');

  const stop = async (): Promise<void> => {
    draining = true;
    closeAfterAnswers(server);
    await new Promise((resolve) => {
      setTimeout(resolve, settings.PSA_DRAIN_SECONDS * 1000);
    });
    streams.close();
    await close(server);
    spending.close();
    closeConnections();
    await peerTls.close();
    await broker.close();
    await admin.close();
  };
  return { url, adminUrl: admin.url, broker, stop };
}
