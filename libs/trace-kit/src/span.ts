import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span as ApiSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { formatTraceParent, parseTraceParent } from './trace-parent.ts';

/** The part a span has in a call: `server` and `client` wait for each other, `producer` and `consumer` do not. */
export type Role = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

const KINDS: Readonly<Record<Role, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** The kits' cost of tracing while it is off is one look at this. */
let tracer: Tracer | undefined;
let tracerOf: (service: string) => Tracer | undefined = () => undefined;
const ownTracer = new AsyncLocalStorage<Tracer | undefined>();

/** Told by what registers a provider, and by nothing else; undefined turns tracing off. */
export function setTracers(made: { tracer: Tracer; tracerOf(service: string): Tracer } | undefined): void {
  tracer = made?.tracer;
  tracerOf = made?.tracerOf ?? (() => undefined);
}

/**
 * Starts one of several services of a process: spans of whatever it does from then on, answering requests included, are that
 * service's and not the process's.
 */
export function traceAs<T>(service: string, start: () => T): T {
  return tracer === undefined ? start() : ownTracer.run(tracerOf(service), start);
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** A step of a request that is being timed. */
export class Span {
  readonly #span: ApiSpan;
  /** By which what follows is put below this span, in this process or another. */
  readonly traceparent: string;

  constructor(span: ApiSpan) {
    this.#span = span;
    this.traceparent = formatTraceParent(span.spanContext());
  }

  /** Runs work below this span: spans it starts without a parent become children. */
  run<T>(work: () => T): T {
    return context.with(trace.setSpan(context.active(), this.#span), work);
  }

  /** For a span that has to begin before it is known what it is about. */
  rename(name: string): void {
    this.#span.updateName(name);
  }

  /** @param fault makes it a failed span; its message is not told, because it may hold anything */
  end(attributes: Attributes = {}, fault?: unknown): void {
    this.#span.setAttributes(attributes);
    if (fault !== undefined && fault !== null) {
      const { name, code } = fault as { name?: unknown; code?: unknown };
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
      this.#span.setAttribute('error.type', String(code ?? name ?? 'error'));
    }
    this.#span.end();
  }
}

/**
 * Starts a span.
 * @param parent a `traceparent`; the span this code runs below when absent
 * @returns undefined while tracing is off
 */
export function startSpan(role: Role, name: string, parent?: string | null, attributes?: Attributes): Span | undefined {
  if (tracer === undefined) return undefined;
  const remote = parseTraceParent(parent);
  const below = remote === undefined ? context.active() : trace.setSpanContext(ROOT_CONTEXT, remote);
  return new Span((ownTracer.getStore() ?? tracer).startSpan(name, { kind: KINDS[role], ...(attributes && { attributes }) }, below));
}

/** Runs work in a span of its own, which fails with it. @param work is given the `traceparent` to pass on, undefined while tracing is off */
export async function inSpan<T>(
  role: Role,
  name: string,
  work: (traceparent: string | undefined) => Promise<T>,
  parent?: string | null,
  attributes?: Attributes,
): Promise<T> {
  const span = startSpan(role, name, parent, attributes);
  if (span === undefined) return work(undefined);
  try {
    const result = await span.run(() => work(span.traceparent));
    span.end();
    return result;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

/** The span this code runs below; undefined outside of any, and while tracing is off. */
export function activeTraceParent(): string | undefined {
  const span = tracer && trace.getActiveSpan();
  return span && formatTraceParent(span.spanContext());
}
