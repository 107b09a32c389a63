import { readFileSync } from 'node:fs';
import { OtlpSink, testReplicas } from '@psa/test-kit';
import type { Home } from '../local/home.ts';
import { wholeProduct } from '../local/services.ts';
import { startStack, type Stack } from '../local/stack.ts';
import { instanceName, replicatedShape, type StackShape } from '../local/stack-shape.ts';
import { createTemporaryHome, removeHome } from '../local/temporary-home.ts';
import { callService } from '../operator/call-service.ts';

/** A tenant, and a key of its administrator. */
export interface Tenant {
  readonly tenant: string;
  readonly userId: string;
  readonly apiKey: string;
}

/** A line of a log. */
export type LogLine = Readonly<Record<string, unknown>>;

type Undo = () => Promise<void> | void;

/** The product as `npm start` runs it, with a collector of its traces and a tenant. */
export class StartedProduct {
  readonly home: Home;
  readonly stack: Stack;
  readonly collector: OtlpSink;
  readonly #processes: StackShape['processes'];
  readonly #undo: Undo[];
  #acme: Tenant | undefined;

  private constructor(home: Home, stack: Stack, collector: OtlpSink, processes: StackShape['processes'], undo: Undo[]) {
    [this.home, this.stack, this.collector, this.#processes, this.#undo] = [home, stack, collector, processes, undo];
  }

  static async start(processes: StackShape['processes']): Promise<StartedProduct> {
    const undo: Undo[] = [];
    try {
      const home = createTemporaryHome('psa-e2e-');
      undo.push(() => removeHome(home));
      const collector = await OtlpSink.start();
      undo.push(() => collector.stop());
      const env = {
        ...process.env,
        PSA_LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        OTEL_BSP_SCHEDULE_DELAY: '200',
        // The receiver of the guide to webhooks is on this machine.
        PSA_EGRESS_ALLOW: '127.0.0.0/8',
      };
      const stack = await startStack(home, env, (step) => undo.push(step), new AbortController().signal, {
        ...replicatedShape(
          () => testReplicas,
          (close) => undo.push(close),
        ),
        processes,
      });
      const product = new StartedProduct(home, stack, collector, processes, undo);
      product.#acme = await product.newTenant('acme');
      return product;
    } catch (error) {
      await undoAll(undo);
      throw error;
    }
  }

  /** The tenant most tests work in. */
  get acme(): Tenant {
    if (this.#acme === undefined) throw new Error('The tenant is not there yet');
    return this.#acme;
  }

  /** Has something undone before the product is stopped. */
  beforeStop(undo: Undo): void {
    this.#undo.push(undo);
  }

  stop(): Promise<void> {
    return undoAll(this.#undo);
  }

  operator(method: string, data: Record<string, unknown>): Promise<unknown> {
    return callService({ natsUrl: this.stack.natsUrl, service: 'identity', method, data, timeoutMs: 10_000 });
  }

  async newTenant(slug: string): Promise<Tenant> {
    return (await this.operator('admin.tenant-create', { name: slug, slug })) as Tenant;
  }

  get(path: string, apiKey: string, base = this.stack.baseUrl): Promise<Response> {
    return fetch(base + path, { headers: { 'x-api-key': apiKey } });
  }

  /** The file in `logs` that a service writes to. */
  logOf(service: string, instance = 0): string {
    return `${instanceName(this.#processes === 'single' ? wholeProduct.name : service, instance)}.log`;
  }

  /** Of all instances of a service. */
  logLines(service: string): LogLine[] {
    return Array.from({ length: testReplicas }, (_, instance) =>
      readFileSync(this.home.file('logs', this.logOf(service, instance)), 'utf8'),
    )
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)
      .filter((line) => line['service'] === service);
  }

  /** Where the first instance of a service listens, from what it logged. */
  portOf(service: string): number {
    const serving = this.logLines(service).find(({ msg }) => msg === 'serving');
    return Number(new URL(String(serving?.['url'])).port);
  }
}

async function undoAll(undo: Undo[]): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
