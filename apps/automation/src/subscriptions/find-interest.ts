import type { Event } from '@psa/contract-kit';
import type { FindInterest } from '@psa/events-kit';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';
import { recording, triggering, type triggeringParts } from './effect-names.ts';

interface Interested {
  readonly tenant: string;
  readonly effect: 'record' | keyof typeof triggeringParts;
}

const WEBHOOKS = 'webhooks where is_active';
const RULES = "automation_rules where status = 'active' and event_type is not null";
const TRIGGERS = 'workflow_triggers where is_active and event_type is not null';
const LISTENS = 'workflow_listens where true';

/** Whether anything waits for one of the events: the first by the order of the index, because Postgres does not know how few there may be. */
const anyOf = (waiting: string, event: string, key: string) =>
  `exists (select from unnest((select $2::text[])) as heard (name), lateral (
    select from ${waiting} and tenant = asked.tenant and ${event} = heard.name order by ${key} limit 1) first)`;

// The lists stand in sub-selects: knowing how long they are, Postgres would plan the query anew each time, which takes ten times as long as to run it.
const INTERESTED = `select asked.tenant::text, effect from unnest((select $1::uuid[])) as asked (tenant), lateral (values
    ('record', exists (select from ${WEBHOOKS} and event_types && (select $2::text[]) and tenant = asked.tenant)),
    ('rules', ${anyOf(RULES, 'event_type', 'rule_id')}),
    ('workflows', ${anyOf(TRIGGERS, 'event_type', 'trigger_id')}
      or ${anyOf(LISTENS, 'event_name', 'execution_id')})
  ) as found (effect, is_there) where is_there`;

/** The same where tenants lie on several nodes: a list of tenants lies on none. */
const ASKED = 'tenant = any($1::uuid[])';
const INTERESTED_ON_NODES = `select tenant, 'record' as effect from ${WEBHOOKS} and event_types && $2 and ${ASKED}
  union select tenant, 'rules' from ${RULES} and event_type = any($2) and ${ASKED}
  union select tenant, 'workflows' from ${TRIGGERS} and event_type = any($2) and ${ASKED}
  union select tenant, 'workflows' from ${LISTENS} and event_name = any($2) and ${ASKED}`;

/** Asks which of the tenants that events of a domain came in for have anything that waits for them. */
export function findInterest(domain: string): FindInterest {
  const [record, trigger] = [recording(domain), triggering(domain)];
  return (tenants, events, areOnNodes) => ({
    text: areOnNodes ? INTERESTED_ON_NODES : INTERESTED,
    values: [tenants, patternsOfAll(events)],
    read: ({ tenant, effect }: Interested) =>
      effect === 'record' ? { tenant, consumer: record } : { tenant, consumer: trigger, part: effect },
  });
}

function patternsOfAll(events: readonly Event[]): string[] {
  return [...new Set(events.flatMap(({ name }) => patternsOf(name)))];
}
