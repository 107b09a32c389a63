import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callService } from '../../operator/call-service.ts';
import { waitUntil } from '../../local/wait-until.ts';
import type { ComposeProject } from './compose-project.ts';

/** A tenant with the key of its administrator. */
export interface DrillTenant {
  readonly tenant: string;
  readonly apiKey: string;
}

/** Makes a tenant as `psa tenant create` does. @param broker `host:port` of the set's broker */
export async function createTenant(project: ComposeProject, broker: string): Promise<DrillTenant> {
  const url = new URL(readFileSync(join(project.folder, 'secrets/operator/PSA_NATS_URL'), 'utf8'));
  url.host = broker;
  let made: DrillTenant | undefined;
  // Identity answers over NATS somewhat later than it is ready.
  await waitUntil(
    async () => {
      made = (await callService({
        natsUrl: url.href,
        service: 'identity',
        method: 'admin.tenant-create',
        data: { name: 'Drill', slug: 'drill' },
        timeoutMs: 15_000,
      }).catch(() => undefined)) as DrillTenant | undefined;
      return made !== undefined;
    },
    { timeoutMs: 60_000, everyMs: 1_000 },
  );
  if (made === undefined) throw new Error('Identity makes no tenant');
  return made;
}
