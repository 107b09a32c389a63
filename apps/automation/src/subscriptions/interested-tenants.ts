import type { Event } from '@psa/contract-kit';
import type { FindInterestedTenants } from '@psa/events-kit';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';
import { recording, triggering } from './effect-names.ts';

interface Interested {
  readonly tenant: string;
  readonly effect: 'record' | 'trigger';
}

/** What may wait for events. @param patterns how the list of the events is written */
const waitingFor = (patterns: string) => ({
  webhooks: `webhooks where is_active and event_types && ${patterns}`,
  rules: `automation_rules where status = 'active' and event_type is not null and event_type = any(${patterns})`,
  triggers: `workflow_triggers where is_active and event_type = any(${patterns})`,
  executions: `workflow_listens where event_name = any(${patterns})`,
});

// By sub-selects: knowing how long the lists are, Postgres would plan the query anew each time, which takes ten times as long as to run it.
const ofOneNode = waitingFor('(select $2::text[])::text[]');
/** Found without reading all of them. */
const INTERESTED = `select asked.tenant::text, effect from unnest((select $1::uuid[])) as asked (tenant), lateral (values
    ('record', exists (select from ${ofOneNode.webhooks} and tenant = asked.tenant)),
    ('trigger', exists (select from ${ofOneNode.rules} and tenant = asked.tenant)
      or exists (select from ${ofOneNode.triggers} and tenant = asked.tenant)
      or exists (select from ${ofOneNode.executions} and tenant = asked.tenant))
  ) as found (effect, is_there) where is_there`;

/** The same where tenants lie on several nodes: a list of tenants lies on none. */
const ofNodes = waitingFor('$2');
const ASKED = 'tenant = any($1::uuid[])';
const INTERESTED_ON_NODES = `select tenant, 'record' as effect from ${ofNodes.webhooks} and ${ASKED}
  union select tenant, 'trigger' from ${ofNodes.rules} and ${ASKED}
  union select tenant, 'trigger' from ${ofNodes.triggers} and ${ASKED}
  union select tenant, 'trigger' from ${ofNodes.executions} and ${ASKED}`;

/** Of the tenants that events of a domain came in for, those with anything that waits for them. */
export function interestedTenants(domain: string): FindInterestedTenants {
  const nameOf = { record: recording(domain), trigger: triggering(domain) };
  return async (workerDatabase, tenants, events) => {
    const { takesByTenant } = await workerDatabase.detectedTenantForm();
    const text = takesByTenant ? INTERESTED_ON_NODES : INTERESTED;
    const rows = await workerDatabase.queryPrepared<Interested & object>(text, [tenants, patternsOfAll(events)]);
    return rows.map(({ tenant, effect }) => ({ tenant, consumer: nameOf[effect] }));
  };
}

function patternsOfAll(events: readonly Event[]): string[] {
  return [...new Set(events.flatMap(({ name }) => patternsOf(name)))];
}
