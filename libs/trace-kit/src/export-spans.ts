import { context, trace, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const EXPORT_TIMEOUT_MS = 5_000;

/** Where spans are made and sent from. A file of its own, because a bundle can leave these packages alone only together. */
export function exportSpans(
  service: string,
  version: string,
  endpoint: string,
): { tracer: Tracer; tracerOf(service: string): Tracer; shutdown(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS });
  const processor = new BatchSpanProcessor(exporter);
  const providerOf = (name: string) =>
    new NodeTracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({ 'service.name': name, 'service.namespace': 'psa', 'service.version': version }),
      ),
      spanProcessors: [processor],
    });
  const provider = providerOf(service);
  provider.register();
  return {
    tracer: provider.getTracer('psa'),
    tracerOf: (name) => providerOf(name).getTracer('psa'),
    shutdown() {
      for (const api of [trace, context]) api.disable();
      return provider.shutdown();
    },
  };
}
