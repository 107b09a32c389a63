import { z } from 'zod';
import type { Home } from '../../local/home.ts';
import type { ArchiveCommand } from '../operator-commands.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTenant } from './export-tenant.ts';
import { importTenant } from './import-tenant.ts';
import { openInstallation } from '../installation.ts';

interface Request {
  readonly action: ArchiveCommand['action'];
  readonly data: Readonly<Record<string, unknown>>;
  readonly nats?: string;
}

const Slug = z.object({ slug: z.string() });
const File = z.object({ file: z.string() });

/** Exports, imports or deletes a tenant. @returns what was done */
export async function runArchiveCommand(home: Home, { action, data, nats }: Request, env: NodeJS.ProcessEnv): Promise<unknown> {
  const { database } = z.object({ database: z.string().optional() }).parse(data);
  const installation = await openInstallation(home, { ...(database && { database }), ...(nats && { nats }) }, env);
  try {
    if (action === 'export') return await exportTenant(installation, Slug.parse(data).slug, File.parse(data).file);
    if (action === 'import') return await importTenant(installation, File.parse(data).file, data['dry_run'] === true);
    return await deleteTenant(installation, Slug.parse(data).slug, z.object({ confirm: z.string() }).parse(data).confirm);
  } finally {
    await installation.database.end();
  }
}
