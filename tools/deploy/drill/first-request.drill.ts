import { join } from 'node:path';
import { claimAnyPort } from '../../local/ports.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import { databaseServices } from '../../local/services.ts';
import { waitUntil } from '../../local/wait-until.ts';
import { imageFaults } from './build-images.ts';
import { ComposeProject } from './compose-project.ts';
import { createTenant } from './create-tenant.ts';

const START_MS = 300_000;

/** What came of a drill; nothing is wrong where there are no faults. */
export interface DrillResult {
  readonly faults: readonly string[];
  readonly summary: string;
}

/**
 * Starts a compose file as it is, by images that are there, and sends the README's first request. @param file in `deploy`
 * @param version of the images
 * @param images names of the product's own images in it
 */
export async function firstRequestDrill(file: string, version: string, images: readonly string[]): Promise<DrillResult> {
  const [http, nats] = [await claimAnyPort(), await claimAnyPort()];
  const project = await ComposeProject.open({ PSA_PORT: String(http.port), PSA_NATS_PORT: String(nats.port) });
  try {
    const faults = await imageFaults(images, version);
    const begun = Date.now();
    project.use(join(repositoryRoot, 'deploy'), file);
    await project.compose(version, 'up', '--detach', '--no-build');
    const baseUrl = `http://127.0.0.1:${http.port}`;
    const health = async () => {
      const response = await fetch(`${baseUrl}/api/v1/meta/health`, { signal: AbortSignal.timeout(5_000) });
      const { data } = (await response.json()) as { data: { services: Record<string, { status: string }> } };
      return data.services;
    };
    const expected = databaseServices.map(({ name }) => name);
    const areUp = async () => {
      const states = await health().catch(() => ({}) as Record<string, { status: string }>);
      return expected.every((name) => states[name]?.status === 'up');
    };
    if (!(await waitUntil(areUp, { timeoutMs: START_MS, everyMs: 1_000 }))) {
      const states = JSON.stringify(await health().catch((error: Error) => error.message));
      return { faults: [...faults, `not all services are up: ${states}\n${await project.logs()}`], summary: `${file}: did not start` };
    }
    const upMs = Date.now() - begun;
    const { apiKey } = await createTenant(project, `127.0.0.1:${nats.port}`);
    const response = await fetch(`${baseUrl}/api/v1/assets?limit=5&sort=name&order=asc`, { headers: { 'x-api-key': apiKey } });
    const text = await response.text();
    if (response.status !== 200) faults.push(`the first request was answered ${response.status}: ${text.slice(0, 300)}`);
    else if (!Array.isArray((JSON.parse(text) as { data?: { data?: unknown } }).data?.data))
      faults.push(`the first answer has no list: ${text.slice(0, 300)}`);
    return {
      faults,
      summary: `${file}: ${expected.length} services up after ${Math.round(upMs / 1000)} s, first request ${response.status}`,
    };
  } finally {
    await project.close();
    for (const claim of [http, nats]) claim.release();
  }
}
