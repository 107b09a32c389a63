import type { ApiError, Form } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { errorReply, writeReply } from '@psa/http-kit';
import type { Span } from '@psa/trace-kit';
import type { Request, Response } from 'express';
import type { ClientRequest } from 'node:http';
import type { CredentialBearer } from './authentication/authenticator.ts';
import type { Admission } from './limits/rate-limiter.ts';
import type { CallerOrigin } from './request/caller-origin.ts';
import type { RouteEntry } from './route-table.ts';

/** A response that carries its exchange, for the places that are given nothing else. */
export type GatewayResponse = Response<unknown, { exchange: Exchange }>;

/** What is known of a request when it arrives. */
export interface ExchangeFacts {
  readonly requestId: string;
  readonly origin: CallerOrigin;
  readonly startedAt: number;
  readonly traceparent: string;
  readonly span: Span | undefined;
}

/** One request and what has become known of it on its way. */
export class Exchange {
  readonly request: Request;
  readonly response: GatewayResponse;
  readonly requestId: string;
  readonly origin: CallerOrigin;
  readonly startedAt: number;
  /** The trace it belongs to, as it is passed on. */
  readonly traceparent: string;
  /** Undefined while tracing is off. */
  readonly span: Span | undefined;
  /** Undefined for a path that is not served. */
  entry: RouteEntry | undefined;
  caller: AuthenticatedCaller | undefined;
  admission: Admission | undefined;
  /** What showed who calls, where that is asked again while the answer lasts. */
  presented: CredentialBearer | undefined;
  /** The whole body, a character for each byte; undefined when it goes through without being held. */
  body: string | undefined;
  /** The request to the service, once it has a connection. */
  upstream: ClientRequest | undefined;
  /** Where it counts among the requests of its party that are under way. */
  heldShare: { answered(exchange: Exchange): void; release(exchange: Exchange): void } | undefined;
  /** When it was sent to the service, in milliseconds of the process's clock; undefined while the service has few requests. */
  sentAt: number | undefined;
  /** Ends an answer that is a stream of events, in good order. */
  endStream: (() => void) | undefined;
  /** Whether the request went to the service a second time. */
  retried = false;
  deadline: NodeJS.Timeout | undefined;
  /** Set when the answer is a fault of the product. */
  fault: unknown;
  readonly #head: (exchange: Exchange) => string[];

  /** @param head the headers of any answer, name and value in turn */
  constructor(request: Request, response: GatewayResponse, known: ExchangeFacts, head: (exchange: Exchange) => string[]) {
    this.request = request;
    this.response = response;
    this.requestId = known.requestId;
    this.origin = known.origin;
    this.startedAt = known.startedAt;
    this.traceparent = known.traceparent;
    this.span = known.span;
    this.#head = head;
  }

  /** Whether the answer is on its way already. */
  get answered(): boolean {
    return this.response.headersSent || this.response.destroyed;
  }

  /** The headers this gateway adds to any answer, name and value in turn. */
  head(): string[] {
    return this.#head(this);
  }

  /** Answers with an error; when part of another answer is out, all that is left is to break off, and when all of it is, nothing. */
  refuse(error: ApiError, form: Form = this.entry?.form ?? 'data', cookies: readonly string[] = []): void {
    if (this.answered) {
      if (!this.response.writableEnded) this.response.destroy();
      return;
    }
    const { request, response, requestId } = this;
    const reply = { ...errorReply(form, error, requestId), cookies };
    const head = this.head();
    for (let index = 0; index < head.length; index += 2) reply.headers[head[index] as string] ??= head[index + 1] as string;
    // A body nobody reads would be taken for the next request of the connection.
    request.unpipe();
    if (!request.complete) request.resume();
    writeReply(response, reply, requestId, request.method === 'HEAD').catch(() => response.destroy());
  }

  /** Sets the head's headers for an answer that somebody else writes. */
  prepareHead(): void {
    const head = this.head();
    for (let index = 0; index < head.length; index += 2) this.response.setHeader(head[index] as string, head[index + 1] as string);
  }
}
