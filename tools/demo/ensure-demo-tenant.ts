import { readDevFile, writeDevFile, type DevFile } from '../local/dev-file.ts';
import type { Home } from '../local/home.ts';
import { readIfExists } from '../local/read-if-exists.ts';
import type { Stack } from '../local/stack.ts';
import { writePrivate } from '../local/write-private.ts';
import { callService, ServiceRefusal } from '../operator/call-service.ts';
import { apiClient } from './api-client.ts';
import { seed } from './seed.ts';

type NewTenant = Pick<DevFile, 'tenant' | 'tenantSlug' | 'apiKey' | 'userId' | 'adminEmail' | 'adminPassword'>;

/** Makes sure there is a tenant to try things with, filled once, and writes dev.json. */
export async function ensureDemoTenant(home: Home, stack: Stack, signal: AbortSignal): Promise<DevFile> {
  const known = readDevFile(home);
  const tenant = known && (await isAccepted(stack, known, signal)) ? known : await createTenant(stack);
  const dev: DevFile = { ...tenant, ...stack };
  writeDevFile(home, dev);
  await seedOnce(home.file('demo-seed.json'), dev, signal);
  return dev;
}

/** How far filling a tenant has come; the time it began is kept because the demo's dates are counted from it. */
interface SeedNote {
  tenant: string;
  now: string;
  done: boolean;
}

async function seedOnce(path: string, { tenant, baseUrl, apiKey, userId }: DevFile, signal: AbortSignal): Promise<void> {
  const text = readIfExists(path);
  const noted = text === undefined ? undefined : (JSON.parse(text) as SeedNote);
  const note = noted?.tenant === tenant ? noted : { tenant, now: new Date().toISOString(), done: false };
  if (note.done) return;
  writePrivate(path, JSON.stringify(note));
  try {
    await seed({ baseUrl, apiKey, userId, now: new Date(note.now), signal });
    writePrivate(path, JSON.stringify({ ...note, done: true }));
  } catch (error) {
    signal.throwIfAborted();
    // The stack is up and of use without them; the next start takes up where this one ended.
    console.error(`The demo data are incomplete: ${(error as Error).message}`);
  }
}

/** A home whose database was removed keeps a dev.json that nothing stands behind. */
async function isAccepted({ baseUrl }: Stack, { apiKey }: DevFile, signal: AbortSignal): Promise<boolean> {
  const { status } = await apiClient({ baseUrl, apiKey, signal }).get('/api/v1/clients?limit=1');
  return status !== 401;
}

async function createTenant({ natsUrl }: Stack): Promise<NewTenant> {
  try {
    return await createTenantNamed(natsUrl, 'demo');
  } catch (error) {
    // Made by a start that ended before it could write down the key, which nobody can read again.
    if (!(error instanceof ServiceRefusal)) throw error;
    return createTenantNamed(natsUrl, `demo-${Date.now().toString(36)}`);
  }
}

function createTenantNamed(natsUrl: string, slug: string): Promise<NewTenant> {
  const call = { natsUrl, service: 'identity', method: 'admin.tenant-create', data: { name: 'Demo MSP', slug }, timeoutMs: 5_000 };
  return callService(call) as Promise<NewTenant>;
}
