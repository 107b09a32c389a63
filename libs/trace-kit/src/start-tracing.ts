import { context, trace } from '@opentelemetry/api';
import { setTracer } from './span.ts';

export interface TracingOptions {
  readonly service: string;
  readonly version: string;
  /** Base address of a collector that takes OTLP over HTTP; tracing stays off without one. */
  readonly endpoint: string | undefined;
}

/** Ends tracing: sends what is left, but waits for no collector. */
export type StopTracing = () => Promise<void>;

/** A dead collector must not hold up the end of a process. */
const FLUSH_MS = 2_000;
const EXPORT_TIMEOUT_MS = 5_000;

/**
 * Sends spans to a collector. The machinery is loaded only then: it takes 20 MB. What cannot be delivered is dropped; the
 * environment variables of the specification (`OTEL_TRACES_SAMPLER`, `OTEL_BSP_*`, `OTEL_EXPORTER_OTLP_HEADERS`) hold.
 */
export async function startTracing({ service, version, endpoint }: TracingOptions): Promise<StopTracing> {
  if (endpoint === undefined) return async () => {};
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { defaultResource, resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'), import('@opentelemetry/exporter-trace-otlp-http'), import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'psa', 'service.version': version })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  setTracer(provider.getTracer('psa'));
  return async () => {
    setTracer(undefined);
    for (const api of [trace, context]) api.disable();
    const timeout = new Promise<void>((resolve) => { setTimeout(resolve, FLUSH_MS).unref(); });
    await Promise.race([provider.shutdown().catch(() => {}), timeout]);
  };
}
