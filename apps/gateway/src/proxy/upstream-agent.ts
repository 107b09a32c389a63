import { Agent as HttpAgent, type AgentOptions, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net';

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
  if (!isHttps) readIntoOne(agent);
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

/** The most that Node reads at once from a connection, in bytes. */
const READ = 65_536;

/**
 * Reads all plain connections into one piece of memory, where Node takes a new one for each read: lists of 30 KB made V8 look
 * through all of its own memory five times a second for what became of them. Node's parser is given what was read at once, and
 * copies what it keeps of it.
 */
function readIntoOne(agent: HttpAgent): void {
  const buffer = Buffer.allocUnsafeSlow(READ);
  agent.createConnection = (options) => {
    const socket: Socket = connect({
      ...(options as NetConnectOpts),
      onread: {
        buffer,
        callback: (length) => {
          socket.emit('data', buffer.subarray(0, length));
          return true;
        },
      },
    });
    return socket;
  };
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
