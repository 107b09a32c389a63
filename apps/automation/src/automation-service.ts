import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import type { AutomationApp } from './automation-app.ts';
import { automationSettings } from './automation-settings.ts';
import { migrations } from './migrations/index.ts';
import { automationMetaHandlers } from './resources/automation-meta/automation-meta.handlers.ts';
import type { Tables } from './tables.ts';

/** Rules with what they did, webhooks out, and the feed of events: the service that lives from the others' events. */
export const automationService: AnyService = defineService<AutomationApp, typeof automationSettings>({
  name: 'automation',
  settings: automationSettings,
  migrations,
  routes: [
    ...automationMetaHandlers,
  ],
  subscriptions: [],
  workers: [],
  sealed: [],
  ports: ({ database, workerDatabase, log, secrets }) => ({
    asTenant: (cause) => new TenantDb<Tables>(database, cause), workerDatabase, log, secrets,
  }),
});
