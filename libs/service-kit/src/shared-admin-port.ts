import type { Server } from 'node:http';
import type { Metrics } from '@psa/observability-kit';
import { type AdminReport, createAdminServer, type Dependency, type OpenAdminPort } from './admin-server.ts';
import { close, listen } from './listen.ts';

/** The one admin port of a process of several services: it is ready when all are, and names what each lacks. */
export class SharedAdminPort {
  readonly #reports = new Map<string, AdminReport>();
  readonly #server: Server;
  #url = '';

  /**
   * @param metrics of the process itself
   * @param services without which it is not ready
   */
  private constructor(metrics: Metrics, services: readonly string[]) {
    const missing = (): Dependency[] =>
      services
        .filter((service) => !this.#reports.has(service))
        .map((service) => ({ name: service, probe: () => Promise.reject(new Error('not started')) }));
    this.#server = createAdminServer(() => [{ metrics, dependencies: missing(), draining: () => false }, ...this.#reports.values()]);
  }

  static async open(
    { host, port }: { readonly host: string; readonly port: number },
    metrics: Metrics,
    services: readonly string[],
  ): Promise<SharedAdminPort> {
    const opened = new SharedAdminPort(metrics, services);
    opened.#url = await listen(opened.#server, host, port);
    return opened;
  }

  /** Has it tell of a service, by its name. */
  of(service: string): OpenAdminPort {
    return async ({ metrics, dependencies, draining }) => {
      const named = dependencies.map(({ name, probe }) => ({ name: `${service}.${name}`, probe }));
      this.#reports.set(service, { metrics, dependencies: named, draining });
      // It goes on telling of the others.
      return { url: this.#url, close: async () => {} };
    };
  }

  async close(): Promise<void> {
    await close(this.#server);
  }
}
