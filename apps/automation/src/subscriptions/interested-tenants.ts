import type { FindInterestedTenants } from '@psa/events-kit';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';

/** Tenants with an active webhook that selects one of the events. */
const OF_WEBHOOKS = 'select distinct tenant from webhooks where tenant = any($1) and is_active and event_types && $2';

/** Tenants with an active rule or trigger by one of the events, or an execution that may wait for one; found without reading all of them. */
const OF_RULES_OR_WORKFLOWS = `select tenant::text from unnest($1::uuid[]) as asked (tenant) where
  exists (select from automation_rules rule where rule.tenant = asked.tenant and status = 'active' and event_type is not null and event_type = any($2))
  or exists (select from workflow_triggers trigger where trigger.tenant = asked.tenant and is_active and event_type = any($2))
  or exists (select from workflow_listens listen where listen.tenant = asked.tenant and event_name = any($2))`;

/** The same where tenants lie on several nodes: a list of tenants lies on none. */
const OF_RULES_OR_WORKFLOWS_ON_NODES = `
  select tenant from automation_rules where tenant = any($1::uuid[]) and status = 'active' and event_type is not null and event_type = any($2)
  union select tenant from workflow_triggers where tenant = any($1::uuid[]) and is_active and event_type = any($2)
  union select tenant from workflow_listens where tenant = any($1::uuid[]) and event_name = any($2)`;

const finding =
  (whole: string, onNodes = whole): FindInterestedTenants =>
  async (workerDatabase, tenants, events) => {
    const { takesByTenant } = await workerDatabase.detectedTenantForm();
    const text = takesByTenant ? onNodes : whole;
    const patterns = [...new Set(events.flatMap(({ name }) => patternsOf(name)))];
    return (await workerDatabase.queryPrepared<{ tenant: string }>(text, [tenants, patterns])).map(({ tenant }) => tenant);
  };

export const tenantsWithWebhooks: FindInterestedTenants = finding(OF_WEBHOOKS);
export const tenantsWithRulesOrWorkflows: FindInterestedTenants = finding(OF_RULES_OR_WORKFLOWS, OF_RULES_OR_WORKFLOWS_ON_NODES);
