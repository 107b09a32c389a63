import { createServer, type Server } from 'node:http';
import { exposition, type Metrics } from '@psa/observability-kit';
import { close, listen } from './listen.ts';

/** One thing a process needs to serve, with a probe that rejects while it is not there. */
export interface Dependency {
  readonly name: string;
  readonly probe: () => Promise<void>;
}

/** What an orchestrator asks for on the admin port; the manifests' probes and scrapes are made of these. */
export const adminPaths = { live: '/livez', ready: '/readyz', metrics: '/metrics' } as const;

/** Shorter than the timeout of the orchestrator's probe, which would hide the reason. */
const ANSWER_WITHIN_MS = 2_000;
const KEPT_MS = 1_000;

/** What is told of a service on the admin port of its process. */
export interface AdminReport {
  readonly metrics: Metrics;
  readonly dependencies: readonly Dependency[];
  readonly draining: () => boolean;
}

/** An admin port that answers. */
export interface AdminPort {
  /** `http://host:port` */
  readonly url: string;
  close(): Promise<void>;
}

/** Has an admin port tell of a service: one of its own, unless it shares its process with others. */
export type OpenAdminPort = (
  report: AdminReport,
  settings: { readonly PSA_HTTP_HOST: string; readonly PSA_ADMIN_PORT: number },
) => Promise<AdminPort>;

/** Opens the admin port of a process that is one service. */
export const openAdminPort: OpenAdminPort = async (report, { PSA_HTTP_HOST, PSA_ADMIN_PORT }) => {
  const server = createAdminServer(() => [report]);
  return { url: await listen(server, PSA_HTTP_HOST, PSA_ADMIN_PORT), close: () => close(server) };
};

/**
 * Probes and figures on a port of their own. Liveness looks at the process alone, so that an outage of the database does not
 * restart every pod; readiness names what is missing.
 */
export function createAdminServer(reports: () => readonly AdminReport[]): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
    const route = async () => {
      if (request.url === adminPaths.live) return answer(200, '{"status":"up"}');
      if (request.url === adminPaths.metrics) {
        const { text, contentType } = await exposition(reports().map(({ metrics }) => metrics));
        return answer(200, text, contentType);
      }
      if (request.url !== adminPaths.ready) return answer(404, '{"error":"Not found"}');
      if (reports().some(({ draining }) => draining())) return answer(503, '{"status":"draining"}');
      const states = await readiness(reports().flatMap(({ dependencies }) => dependencies));
      return answer(Object.values(states).every((state) => state === 'up') ? 200 : 503, JSON.stringify(states));
    };
    route().catch(() => answer(500, '{"status":"unknown"}'));
  });
}

/** The state of each dependency by name: `up`, or why not. */
export async function readiness(dependencies: readonly Dependency[]): Promise<Record<string, string>> {
  const states = await Promise.all(
    dependencies.map(async ({ name, probe }) => {
      const timeout = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer in 2 s')), ANSWER_WITHIN_MS).unref();
      });
      return [
        name,
        await Promise.race([probe(), timeout]).then(
          () => 'up',
          (error: Error) => `down: ${error.message}`,
        ),
      ] as const;
    }),
  );
  return Object.fromEntries(states);
}

/** A probe that costs something, shared by all who ask at the same time; that it went well is believed for a second. */
export function sharedProbe(probe: () => Promise<void>, now: () => number = Date.now): () => Promise<void> {
  let wentWellAt = -Infinity;
  let running: Promise<void> | undefined;
  return () => {
    if (now() - wentWellAt < KEPT_MS) return Promise.resolve();
    return (running ??= probe()
      .then(() => {
        wentWellAt = now();
      })
      .finally(() => {
        running = undefined;
      }));
  };
}
