import { z } from 'zod';
import type { Home } from '../local/home.ts';
import { openInstallation } from './installation.ts';
import type { InstallationCommand } from './operator-commands.ts';
import { distributeService } from './placement/distribute-service.ts';
import { drainClusterNode } from './placement/drain-node.ts';
import { listNodes } from './placement/list-nodes.ts';
import { isolateServiceTenant, rebalanceService } from './placement/move-tenants.ts';
import { placeService } from './placement/place-service.ts';
import { deleteTenant } from './tenant-archive/delete-tenant.ts';
import { exportTenant } from './tenant-archive/export-tenant.ts';
import { importTenant } from './tenant-archive/import-tenant.ts';
import { erasePerson } from './user-erase/erase-person.ts';

interface Request {
  readonly action: InstallationCommand['action'];
  readonly data: Readonly<Record<string, unknown>>;
  readonly nats?: string;
}

const Slug = z.object({ slug: z.string() });
const File = z.object({ file: z.string() });
const Placement = z.object({ service: z.string(), node: z.string() });
const Distribution = z.object({ service: z.string(), shards: z.number().optional() });
const Isolation = z.object({ service: z.string(), tenant: z.string(), node: z.string().optional() });
const Erasure = z.object({
  tenant: z.string(),
  email: z.string().optional(),
  user: z.string().optional(),
  contact: z.string().optional(),
  name: z.string().optional(),
  confirm: z.string(),
});

/** Exports, imports or deletes a tenant, erases a person, or says or changes where services and their tenants lie. @returns what was done */
export async function runInstallationCommand(home: Home, { action, data, nats }: Request, env: NodeJS.ProcessEnv): Promise<unknown> {
  const { database } = z.object({ database: z.string().optional() }).parse(data);
  const isDryRun = data['dry_run'] === true;
  const installation = await openInstallation(home, { ...(database && { database }), ...(nats && { nats }) }, env);
  try {
    switch (action) {
      case 'export':
        return await exportTenant(installation, Slug.parse(data).slug, File.parse(data).file);
      case 'import':
        return await importTenant(installation, File.parse(data).file, isDryRun);
      case 'delete':
        return await deleteTenant(installation, Slug.parse(data).slug, z.object({ confirm: z.string() }).parse(data).confirm);
      case 'nodes':
        return await listNodes(installation);
      case 'place': {
        const { service, node } = Placement.parse(data);
        return await placeService(installation, service, node);
      }
      case 'distribute': {
        const { service, shards } = Distribution.parse(data);
        return await distributeService(installation, service, shards);
      }
      case 'isolate': {
        const { service, tenant, node } = Isolation.parse(data);
        return await isolateServiceTenant(installation, service, tenant, node);
      }
      case 'rebalance':
        return await rebalanceService(installation, z.object({ service: z.string() }).parse(data).service);
      case 'drain':
        return await drainClusterNode(installation, z.object({ node: z.string() }).parse(data).node);
      case 'erase': {
        const { tenant, ...query } = Erasure.parse(data);
        return await erasePerson(installation, tenant, query, { isDryRun, onStart: console.error });
      }
    }
  } finally {
    await installation.database.end();
  }
}
