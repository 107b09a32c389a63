import type { Route } from '@psa/contract-kit';
import { mcpRoutes } from '@psa/contracts-gateway';
import { type BoundRoute, dispatcher, principalVerifier, type ReloadedTls } from '@psa/http-kit';
import type { Log } from '@psa/observability-kit';
import { createLocalJWKSet } from 'jose';
import { edgeHandlers, type EdgePorts } from './edge.handlers.ts';
import type { Exchange } from './exchange.ts';
import type { GatewayPorts } from './gateway-app.ts';
import { metaHandlers } from './meta/meta.handlers.ts';
import type { OpenStreams } from './proxy/open-streams.ts';
import { mcpEndpoint } from './mcp/mcp-endpoint.ts';
import type { McpParts } from './mcp/mcp-server.ts';
import { OWN_SERVICE } from './own-service.ts';
import { createUpstreamProxy } from './proxy/upstream-proxy.ts';

/** Takes a request from the gateway's hands. */
export type Destination = (exchange: Exchange) => void;

/** The gateway's own routes, served the way a service serves its own: behind the same token, checked by the same code. */
const ownRoutes: readonly BoundRoute[] = [...edgeHandlers, ...metaHandlers];

export interface DestinationOptions {
  readonly urls: ReadonlyMap<string, URL>;
  readonly timeoutMs: number;
  readonly queueDelayMs: number;
  readonly onShed: (service: string) => void;
  /** What services at https addresses are verified by, and shown; the system's authorities alone when undefined. */
  readonly tls: ReloadedTls | undefined;
  readonly streams: OpenStreams;
  readonly ports: EdgePorts & GatewayPorts;
  readonly mcp: McpParts;
  readonly checkReplies: 'throw' | 'sample';
  readonly log: Log;
}

/**
 * What takes the requests of each service.
 * @param routes every one of which must lead somewhere
 * @throws when a route's service has no address
 */
export function createDestinations(
  routes: readonly Route[],
  options: DestinationOptions,
): { destinations: Map<string, Destination>; close(): void } {
  const proxies = [...options.urls].map(([service, url]) => [service, createUpstreamProxy(service, url, options)] as const);
  const destinations = new Map<string, Destination>(proxies.map(([service, { forward }]) => [service, forward]));
  destinations.set(OWN_SERVICE, ownDestination(options));
  const lost = routes.find(({ service }) => !destinations.has(service));
  if (lost !== undefined) throw new Error(`${lost.name} belongs to ${lost.service}, a service the gateway has no address of`);
  return {
    destinations,
    close: () => {
      for (const [, proxy] of proxies) proxy.close();
    },
  };
}

function ownDestination({ ports, mcp, checkReplies, log }: DestinationOptions): Destination {
  const dispatch = dispatcher({
    routes: ownRoutes,
    verify: principalVerifier(OWN_SERVICE, createLocalJWKSet({ keys: [...ports.publicKeys] })),
    ports,
    checkReplies,
    onFinish: ({ fault, route, requestId }) => {
      if (fault !== undefined) log.error({ err: fault, route, request_id: requestId }, 'request failed');
    },
  });
  const serveMcp = mcpEndpoint(mcp);
  return (exchange) => {
    if (exchange.entry?.route.name === mcpRoutes.sendMcpMessage.name) return serveMcp(exchange);
    exchange.prepareHead();
    dispatch(exchange.request, exchange.response);
  };
}
