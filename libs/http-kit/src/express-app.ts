import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import express, { type Express } from 'express';
import type { ReloadedTls } from './tls/reloaded-tls.ts';

/** A client that does not finish its handshake in this time is sent away, so that a server that stops waits no longer for it. */
const HANDSHAKE_MS = 5_000;

/**
 * Express 5 sets the prototype of every request and response to its own. V8 then drops its inline caches for those objects
 * and everything after runs slow: measured 81 µs a request against 18 µs for node:http. Handing the server subclasses that
 * already carry express's members makes the swap a no-op. A test fails when Express no longer works that way.
 * @param tls certificates the server speaks TLS by, plainly when undefined; with authorities in it, only to clients whose certificate
 *   is signed by one of them
 */
export function createExpressApp(tls?: ReloadedTls): { app: Express; server: Server } {
  const app = express();
  class PreparedRequest extends IncomingMessage {}
  class PreparedResponse extends ServerResponse<PreparedRequest> {
    // Express would make one without a prototype, which V8 keeps as a hash table.
    readonly locals = {};
  }
  adopt(PreparedRequest.prototype, app.request);
  adopt(PreparedResponse.prototype, app.response);
  app.request = PreparedRequest.prototype as typeof app.request;
  app.response = PreparedResponse.prototype as typeof app.response;
  for (const setting of ['etag', 'x-powered-by', 'query parser']) app.set(setting, false);

  const options = {
    IncomingMessage: PreparedRequest,
    ServerResponse: PreparedResponse as typeof ServerResponse,
    // A request without a body needs no stream of one, with the events by which it ends.
    optimizeEmptyRequests: true,
  };
  const server = tls === undefined ? createServer(options, app as RequestListener) : encrypted(tls, options, app as RequestListener);
  // Longer than a load balancer keeps idle connections (60 s): the side that opened a connection closes it.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 66_000;
  server.requestTimeout = 60_000;
  return { app, server };
}

/** Connections that are open stay as they are when certificates are renewed; new ones are made with the new certificate. */
function encrypted(tls: ReloadedTls, options: object, listener: RequestListener): Server {
  const isMutual = tls.material.ca !== undefined;
  const server = createTlsServer(
    { ...options, ...tls.material, requestCert: isMutual, rejectUnauthorized: isMutual, handshakeTimeout: HANDSHAKE_MS },
    listener,
  );
  const stopFollowing = tls.onReload(() => server.setSecureContext(tls.material));
  server.on('close', stopFollowing);
  return server;
}

/** Copies the members of express's prototype objects, and those of the ones they inherit from, up to node's own. */
function adopt(target: object, source: object): void {
  const chain: object[] = [];
  for (let link: object | null = source; link !== null && !isNodePrototype(link); link = Object.getPrototypeOf(link)) chain.unshift(link);
  for (const link of chain) Object.defineProperties(target, Object.getOwnPropertyDescriptors(link));
}

function isNodePrototype(object: object): boolean {
  return object === IncomingMessage.prototype || object === ServerResponse.prototype;
}
