import type { Event } from '@psa/contract-kit';
import type { FindInterest } from '@psa/events-kit';
import { patternsOf } from '../resources/webhook/event-selection.rules.ts';
import type { Tables } from '../tables.ts';
import { recording, triggering } from './effect-names.ts';

/** Whether anything waits for one of the events: the first by the order of the index, because Postgres does not know how few there may be. */
const anyOf = (waiting: string, event: string, key: string) =>
  `exists (select from unnest((select $2::text[])) as heard (name), lateral (
    select from ${waiting} and tenant = $1 and ${event} = heard.name order by ${key} limit 1) first)`;

// The list stands in sub-selects: knowing how long it is, Postgres would plan the query anew each time, which takes ten times as long as to run it.
const INTEREST = `select
  exists (select from webhooks where is_active and event_types && (select $2::text[]) and tenant = $1) as records,
  ${anyOf("automation_rules where status = 'active' and event_type is not null", 'event_type', 'rule_id')}
    or ${anyOf('workflow_triggers where is_active and event_type is not null', 'event_type', 'trigger_id')}
    or ${anyOf('workflow_listens where true', 'event_name', 'execution_id')} as triggers`;

/** Whether the tenant has webhooks, rules or workflows for events of a domain. */
export function findInterest(domain: string): FindInterest<Tables> {
  return async (tx, events) => {
    const { rows } = await tx.execute<{ records: boolean; triggers: boolean }>(tx.named(INTEREST), [tx.tenant, patternsOfAll(events)]);
    const [found] = rows;
    return new Set([...(found?.records ? [recording(domain)] : []), ...(found?.triggers ? [triggering(domain)] : [])]);
  };
}

function patternsOfAll(events: readonly Event[]): string[] {
  return [...new Set(events.flatMap(({ name }) => patternsOf(name)))];
}
