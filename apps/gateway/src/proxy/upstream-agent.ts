import { Agent as HttpAgent, type AgentOptions, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type Socket } from 'node:net';

export type UpstreamAgent = HttpAgent | HttpsAgent;

/** How Node gives a request its connection (`lib/_http_agent.js`); other agents, such as agent-base's, build on it as well. */
interface Attaching {
  addRequest(request: ClientRequest, options: object): void;
}

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
  takeIdleFirst(agent, url.host);
  return agent;
}

/**
 * Gives a request the connection used last, when one is idle. The usual way first makes an object of all options of request and
 * agent, which only a new connection needs: a twentieth of what the gateway does for a request. It also gives the connection the
 * asynchronous context of the request; here nothing reads one, because all that is known of a request hangs on its exchange.
 */
function takeIdleFirst(agent: UpstreamAgent, name: string): void {
  const attaching = agent as unknown as Attaching;
  const usual = attaching.addRequest.bind(agent);
  attaching.addRequest = (request, options) => {
    const idle = agent.freeSockets[name];
    const socket = idle?.pop();
    if (socket === undefined || socket.destroyed) {
      usual(request, options);
      return;
    }
    agent.reuseSocket(socket, request);
    request.onSocket(socket);
    const inUse = agent.sockets[name];
    if (inUse === undefined) (agent.sockets as Record<string, Socket[]>)[name] = [socket];
    else inUse.push(socket);
  };
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0;
}
