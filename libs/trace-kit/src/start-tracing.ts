import { setTracers } from './span.ts';

export interface TracingOptions {
  /** Whose the spans are, unless {@link traceAs} says otherwise. */
  readonly service: string;
  readonly version: string;
  /** Base address of a collector that takes OTLP over HTTP; tracing stays off without one. */
  readonly endpoint: string | undefined;
}

/** Ends tracing: sends what is left, but waits for no collector. */
export type StopTracing = () => Promise<void>;

/** A dead collector must not hold up the end of a process. */
const FLUSH_MS = 2_000;

/**
 * Sends spans to a collector. The machinery is loaded only then: it takes 20 MB. What cannot be delivered is dropped; the
 * environment variables of the specification (`OTEL_TRACES_SAMPLER`, `OTEL_BSP_*`, `OTEL_EXPORTER_OTLP_HEADERS`) hold.
 */
export async function startTracing({ service, version, endpoint }: TracingOptions): Promise<StopTracing> {
  if (endpoint === undefined) return async () => {};
  const { exportSpans } = await import('./export-spans.ts');
  const { shutdown, ...tracers } = exportSpans(service, version, endpoint);
  setTracers(tracers);
  return async () => {
    setTracers(undefined);
    const timeout = new Promise<void>((resolve) => {
      setTimeout(resolve, FLUSH_MS).unref();
    });
    await Promise.race([shutdown().catch(() => {}), timeout]);
  };
}
