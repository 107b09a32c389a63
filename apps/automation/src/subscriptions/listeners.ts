import type { FindListeners } from '@psa/events-kit';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';

/** Tenants with an active rule that waits for one of the events. */
const OF_RULES = `select distinct tenant from automation_rules
  where tenant = any($1) and status = 'active' and event_type is not null and event_type = any($2)`;

/** Tenants with an active webhook that selects one of the events. */
const OF_WEBHOOKS = 'select distinct tenant from webhooks where tenant = any($1) and is_active and event_types && $2';

const finding =
  (text: string): FindListeners =>
  async (workerDatabase, tenants, events) => {
    const patterns = [...new Set(events.flatMap(({ name }) => patternsOf(name)))];
    return (await workerDatabase.queryPrepared<{ tenant: string }>(text, [tenants, patterns])).map(({ tenant }) => tenant);
  };

export const tenantsWithRules: FindListeners = finding(OF_RULES);
export const tenantsWithWebhooks: FindListeners = finding(OF_WEBHOOKS);
