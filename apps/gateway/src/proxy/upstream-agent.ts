import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type NetConnectOpts, type Socket } from 'node:net';
import type { ReloadedTls } from '@psa/http-kit';

export type UpstreamAgent = HttpAgent | HttpsAgent;

/**
 * Keeps the connections to one address.
 * @param tls what an https address is verified by, and what it is shown; the system's authorities alone when undefined
 */
export function createUpstreamAgent(url: URL, options: AgentOptions, tls: ReloadedTls | undefined): UpstreamAgent {
  const isHttps = url.protocol === 'https:';
  // Whom the certificate must name. Otherwise it is taken from each request's Host header, which is what the caller calls the gateway.
  const named = { ...options, servername: isHttps && !isAddress(url.hostname) ? url.hostname : '' };
  const agent = isHttps ? createHttpsAgent(named, tls) : new HttpAgent(named);
  if (!isHttps) readIntoOne(agent);
  // By it connections are told apart, for each request anew; here all lead to the same place.
  agent.getName = () => url.host;
  // The usual one looks for a shorter time among the headers of each answer, and would have them all parsed for that.
  agent.keepSocketAlive = (socket) => {
    (socket as Socket).unref();
    return true;
  };
  return agent;
}

/** Each new connection is made with the certificates read last; those that are open stay. */
function createHttpsAgent(options: AgentOptions, tls: ReloadedTls | undefined): HttpsAgent {
  if (tls === undefined) return new HttpsAgent(options);
  // A resumed session is not verified again, and would outlive a certificate that is no longer trusted.
  const agent = new HttpsAgent({ ...options, maxCachedSessions: 0 });
  const follow = () => {
    agent.options.secureContext = tls.context;
  };
  follow();
  tls.onReload(follow);
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

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || isIP(hostname) !== 0;
}
