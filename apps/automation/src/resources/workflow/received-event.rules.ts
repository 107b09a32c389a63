import { type PublicEvent, WorkflowDefinition } from '@psa/contracts-automation';
import { bounded } from './bounded.rules.ts';
import type { NewEntry } from './workflow.records.ts';

/** An event of the product in the history of an execution: of a large one all that its steps read stays as it was. */
export function receivedEntry(event: PublicEvent, definition: WorkflowDefinition | null): NewEntry {
  return {
    kind: 'received',
    event_name: event.eventname,
    event_type: 'system_event',
    payload: boundedEvent(event, definition) as Record<string, unknown>,
    correlation_id: event.correlationid,
  };
}

/** An event without what is large of its data; what identifies it stays, and what the steps of a definition hold it against. */
export function boundedEvent(event: PublicEvent, definition: WorkflowDefinition | null = null): unknown {
  return bounded(event, () => [...Object.keys(event).filter((member) => member !== 'data'), ...pathsRead(event.eventname, definition)]);
}

/** Where the steps that wait for an event look into it. */
function pathsRead(eventName: string, definition: WorkflowDefinition | null): string[] {
  if (definition === null) return [];
  // What an earlier version of the product stored gets the members that have come since.
  return Object.values(WorkflowDefinition.parse(definition).steps).flatMap((step) => {
    if (step.type !== 'wait_for_event' || step.event !== eventName) return [];
    const fields = step.conditions.flatMap(({ field }) => (field.startsWith('event.') ? [field.slice('event.'.length)] : []));
    return [...Object.keys(step.correlation), ...fields];
  });
}
