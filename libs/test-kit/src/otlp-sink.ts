import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as a collector was told of it. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** As OTLP numbers it: 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly Attribute[];
}

/** A collector that keeps in memory what it is sent by OTLP over HTTP. */
export class OtlpSink {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was sent, as it came. */
  readonly bodies: string[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OtlpSink> {
    const server = createServer((request, response) => {
      text(request).then(
        (body) => {
          sink.#take(body);
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        },
        () => response.destroy(),
      );
    });
    const sink = new OtlpSink(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return sink;
  }

  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The spans of one trace. */
  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { name, traceId, spanId, parentSpanId, kind, status, attributes } of scopeSpans.flatMap(({ spans }) => spans)) {
        this.spans.push({
          service,
          name,
          traceId,
          spanId,
          parentSpanId: parentSpanId || undefined,
          kind,
          failed: status?.code === 2,
          attributes: valuesOf(attributes),
        });
      }
    }
  }
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
