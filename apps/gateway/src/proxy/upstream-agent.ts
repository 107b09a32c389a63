import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';

export type UpstreamAgent = HttpAgent | HttpsAgent;

/** Keeps the connections to one address. */
export function createUpstreamAgent(url: URL, options: AgentOptions): UpstreamAgent {
  const isHttps = url.protocol === 'https:';
  // Whom the certificate must name. Otherwise it is taken from each request's Host header, which is what the caller calls the gateway.
  const named = { ...options, servername: isHttps && !isAddress(url.hostname) ? url.hostname : '' };
  const agent = isHttps ? new HttpsAgent(named) : new HttpAgent(named);
  // By it connections are told apart, for each request anew; here all lead to the same place.
  agent.getName = () => url.host;
  // The usual one looks for a shorter time among the headers of each answer, and would have them all parsed for that.
  agent.keepSocketAlive = (socket) => {
    (socket as Socket).unref();
    return true;
  };
  return agent;
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0;
}
