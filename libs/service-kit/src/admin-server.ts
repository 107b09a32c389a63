import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** One thing a process needs to serve, with a probe that rejects while it is not there. */
export interface Dependency {
  readonly name: string;
  readonly probe: () => Promise<void>;
}

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
      if (request.url === '/livez') return answer(200, '{"status":"up"}');
      if (request.url === '/metrics') return answer(200, await metrics.registry.metrics(), metrics.registry.contentType);
      if (request.url !== '/readyz') return answer(404, '{"error":"Not found"}');
      if (draining()) return answer(503, '{"status":"draining"}');
      const report = await readiness(dependencies);
      return answer(Object.values(report).every((state) => state === 'up') ? 200 : 503, JSON.stringify(report));
    };
    route().catch(() => answer(500, '{"status":"unknown"}'));
  });
}

/** The state of each dependency by name: `up`, or why not. */
export async function readiness(dependencies: readonly Dependency[]): Promise<Record<string, string>> {
  const states = await Promise.all(dependencies.map(async ({ name, probe }) => {
    const timeout = new Promise<never>((_, reject) => { setTimeout(() => reject(new Error('no answer in 2 s')), 2_000).unref(); });
    return [name, await Promise.race([probe(), timeout]).then(() => 'up', (error: Error) => `down: ${error.message}`)] as const;
  }));
  return Object.fromEntries(states);
}
