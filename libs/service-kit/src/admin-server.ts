import { createServer, type Server } from 'node:http';
import type { Metrics } from '@psa/observability-kit';

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

/**
 * Probes and figures on a port of their own. Liveness looks at the process alone, so that an outage of the database does not
 * restart every pod; readiness names what is missing.
 */
export function createAdminServer(metrics: Metrics, dependencies: readonly Dependency[], draining: () => boolean): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') => {
      response.writeHead(status, { 'content-type': type });
      response.end(body);
    };
    const route = async () => {
      if (request.url === adminPaths.live) return answer(200, '{"status":"up"}');
      if (request.url === adminPaths.metrics) return answer(200, await metrics.registry.metrics(), metrics.registry.contentType);
      if (request.url !== adminPaths.ready) return answer(404, '{"error":"Not found"}');
      if (draining()) return answer(503, '{"status":"draining"}');
      const report = await readiness(dependencies);
      return answer(Object.values(report).every((state) => state === 'up') ? 200 : 503, JSON.stringify(report));
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
