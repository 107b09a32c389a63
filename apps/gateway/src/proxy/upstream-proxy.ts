import type { IncomingMessage } from 'node:http';
import type { Stream } from 'node:stream';
import { ApiError } from '@psa/contract-kit';
import { ONE_PIECE, type ReloadedTls, wantsEventStream } from '@psa/http-kit';
import type { Exchange, GatewayResponse } from '../exchange.ts';
import { ConcurrencyLimit } from '../shedding/concurrency-limit.ts';
import { copyHead } from './copy-head.ts';
import { createProxy, type ProxyPlugin } from './create-proxy.ts';
import { FairShares } from './fair-shares.ts';
import type { OpenStreams } from './open-streams.ts';
import { gatherBody, hasBody, isAwaited, knownBody } from './request-body.ts';
import { createUpstreamAgent } from './upstream-agent.ts';
import { isReset, upstreamFault } from './upstream-fault.ts';

const CONNECTIONS = 128;
/** Twice the connections that a service has to its database unless told otherwise: it is busy with them. */
const MIN_CONCURRENCY = 20;
const MAY_WAIT = 1_000;
/** Streams of one tenant, each with a connection of its own. */
const STREAMS = 200;
/**
 * An idle connection is closed from this side before a service that stops closes it from its own: it gives five seconds'
 * notice, and a request sent while it closes would be lost.
 */
const IDLE_MS = 4_000;

/** Carries requests to one service over connections that stay open. */
export interface UpstreamProxy {
  forward(exchange: Exchange): void;
  close(): void;
}

export interface UpstreamProxyOptions {
  /** Longest time without a sign of progress. */
  readonly timeoutMs: number;
  /** How long requests wait for a connection at most while there are lastingly more than the service can serve. */
  readonly queueDelayMs: number;
  /** Is told the service of each request that is refused because it has too many. */
  readonly onShed: (service: string) => void;
  /** What a service at an https address is verified by, and shown; the system's authorities alone when undefined. */
  readonly tls: ReloadedTls | undefined;
  /** Where answers that last are kept track of. */
  readonly streams: OpenStreams;
}

/** @param service its name, for people */
export function createUpstreamProxy(service: string, url: URL, options: UpstreamProxyOptions): UpstreamProxy {
  const { timeoutMs, queueDelayMs, onShed, tls, streams } = options;
  // The connection used last is used first: the others grow old and are closed when the load goes down.
  const agent = createUpstreamAgent(
    url,
    { keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS, scheduling: 'lifo', timeout: IDLE_MS },
    tls,
  );
  // A stream keeps its connection for as long as it lasts: streams must not use up those of all other requests.
  const streamAgent = createUpstreamAgent(url, { keepAlive: false }, tls);
  const plugin = relaying(service, send, streams);
  const [usual, streaming] = [createProxy(url, agent, plugin), createProxy(url, streamAgent, plugin)];
  const sharing = { service, delayMs: queueDelayMs, start: send, onShed: () => onShed(service) };
  const limit = new ConcurrencyLimit({ min: MIN_CONCURRENCY, max: CONNECTIONS, targetMs: queueDelayMs });
  const unlimited = new ConcurrencyLimit({ min: Infinity, max: Infinity, targetMs: Infinity });
  const shares = new FairShares({ ...sharing, limit, share: CONNECTIONS, mayWait: MAY_WAIT });
  const streamShares = new FairShares({ ...sharing, limit: unlimited, share: STREAMS, mayWait: 0 });
  const streamsAnswer = ({ entry, request }: Exchange) => entry?.mayStream === true && wantsEventStream(request.headers.accept);
  const begin = (exchange: Exchange) => (streamsAnswer(exchange) ? streamShares : shares).run(exchange);

  function send(exchange: Exchange): void {
    const proxy = streamsAnswer(exchange) ? streaming : usual;
    proxy(exchange.request, exchange.response).catch((error: Error) => refuseFor(service, exchange, error));
  }

  return {
    forward(exchange) {
      watchProgress(service, exchange, timeoutMs);
      const { headers } = exchange.request;
      if (!hasBody(headers)) exchange.body = '';
      if (isAwaited(exchange)) gatherBody(exchange, begin);
      else begin(exchange);
    },
    close: () => {
      agent.destroy();
      streamAgent.destroy();
    },
  };
}

function relaying(service: string, send: (exchange: Exchange) => void, streams: OpenStreams): ProxyPlugin {
  return (proxy) => {
    proxy.on('proxyReq', (outgoing, _request, response, options) => {
      const { exchange } = response.locals;
      // The caller got its 504 while this waited for a connection.
      if (exchange.answered) {
        outgoing.destroy();
        return;
      }
      exchange.upstream = outgoing;
      // The options are this request's own; without it the request is piped.
      if (exchange.body !== undefined) options.buffer = knownBody(exchange.body) as Stream;
    });

    proxy.on('proxyRes', (incoming, request, response) => {
      const { exchange } = response.locals;
      if (exchange.answered) {
        incoming.destroy();
        return;
      }
      exchange.heldShare?.answered(exchange);
      const head = exchange.head();
      const body = copyHead(incoming.rawHeaders, head, exchange.caller !== undefined);
      const status = incoming.statusCode ?? 502;
      response.writeHead(status, head);
      if (request.method === 'HEAD' || status === 204 || status === 304) {
        incoming.resume();
        response.end();
      } else {
        if (exchange.entry?.mayStream === true && body.type.startsWith('text/event-stream')) streams.add(exchange, incoming);
        relayBody(incoming, response, body.length);
      }
    });

    proxy.on('error', (error, _request, response) => {
      const { exchange } = (response as GatewayResponse).locals;
      if (mayRetry(exchange, error)) {
        exchange.retried = true;
        send(exchange);
      } else {
        refuseFor(service, exchange, error);
      }
    });
  };
}

function refuseFor(service: string, exchange: Exchange, error: NodeJS.ErrnoException): void {
  const refusal = upstreamFault(service, error);
  // Such a fault stays until somebody mends it, for example a certificate for another name. The log names it without the certificate.
  if (refusal.code === 'BAD_GATEWAY') exchange.fault = new Error(`The ${service} service: ${error.code ?? error.name}: ${error.message}`);
  exchange.refuse(refusal);
}

/** What `pipe` does for a plain body, without the listeners it hangs on both sides: 5 of the gateway's 95 µs. */
function relayBody(incoming: IncomingMessage, response: GatewayResponse, length: number): void {
  let missing = length;
  incoming.on('data', (chunk: Buffer) => {
    missing -= chunk.length;
    if (missing <= 0) {
      // The whole of it: not to wait for the end saves a turn, and a small body as text leaves in one piece with the head.
      if (chunk.length <= ONE_PIECE) response.end(chunk.toString('latin1'), 'latin1');
      else response.end(chunk);
      return;
    }
    if (response.write(chunk)) return;
    incoming.pause();
    response.once('drain', () => incoming.resume());
  });
  incoming.on('end', () => {
    if (!response.writableEnded) response.end();
  });
}

/**
 * A service closes a connection it thinks idle at the very moment a request is sent on it: that request was never read. Only
 * what changes nothing is sent again, because a reset may also mean that the service went down in the middle of it.
 */
function mayRetry({ answered, retried, upstream, request }: Exchange, error: Error): boolean {
  return (
    !answered && !retried && upstream?.reusedSocket === true && isReset(error) && (request.method === 'GET' || request.method === 'HEAD')
  );
}

/** Gives up when for a whole period nothing came from the caller and nothing went to it: slow bodies are no fault, silence is. */
function watchProgress(service: string, exchange: Exchange, timeoutMs: number): void {
  const { socket } = exchange.request;
  let moved = socket.bytesRead + socket.bytesWritten;
  const timer = setTimeout(() => {
    const now = socket.bytesRead + socket.bytesWritten;
    if (now !== moved) {
      moved = now;
      timer.refresh();
      return;
    }
    const isCallerLate = isAwaited(exchange);
    // The rest of the body may still come, and would be taken for the next request.
    if (isCallerLate) exchange.response.shouldKeepAlive = false;
    exchange.refuse(
      isCallerLate ? new ApiError('REQUEST_TIMEOUT') : new ApiError('GATEWAY_TIMEOUT', `The ${service} service did not answer in time`),
    );
    exchange.upstream?.destroy();
  }, timeoutMs);
  exchange.deadline = timer;
}
