import type { Request } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { GatewayResponse } from '../exchange.ts';
import type { UpstreamAgent } from './upstream-agent.ts';

/** What is told of a request and its answer on their way. */
export type ProxyPlugin = Plugin<Request, GatewayResponse>;

/** Sends a request on; its plugin answers it. Rejects when the answer breaks off. */
export type Proxy = (request: Request, response: GatewayResponse) => Promise<void>;

/**
 * The proxy of http-proxy-middleware, past the middleware in front of it: that parses each request's URL for a filter and waits
 * four times for a router and a rewriter, while all that is known here: three in a hundred of what the gateway does for a GET.
 */
export function createProxy(url: URL, agent: UpstreamAgent, plugin: ProxyPlugin): Proxy {
  const options = {
    // Members of a URL are computed each time they are read.
    target: {
      protocol: url.protocol,
      hostname: withoutBrackets(url.hostname),
      port: url.port,
      pathname: url.pathname === '/' ? '' : url.pathname,
    },
    agent,
    selfHandleResponse: true,
  };
  let proxy!: Parameters<ProxyPlugin>[0];
  createProxyMiddleware<Request, GatewayResponse>({
    ...options,
    // The default plugins log to nowhere and answer errors in plain text.
    ejectPlugins: true,
    plugins: [
      (created) => {
        proxy = created;
      },
      plugin,
    ],
  });
  return (request, response) => proxy.web(request, response, options);
}

/** An IPv6 address as it stands in a URL is no name to look up. */
function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
