import type { Event } from '@psa/contract-kit';
import type { JsonSchema } from '@psa/contract-kit/documents';
import { z } from 'zod';
import { eventCatalogue } from '../../event-catalogue.ts';

interface EventTypeView {
  readonly event_type: string;
  readonly type: string;
  readonly domain: string;
  readonly entity_type: string;
  readonly summary: string;
  readonly permission: string;
  readonly schema: Record<string, unknown>;
}

let listed: EventTypeView[] | undefined;

/** Every event a caller can select, with the schema of its data. */
export function listEventTypes(): EventTypeView[] {
  return (listed ??= eventCatalogue.flatMap((event) =>
    event.reader === undefined
      ? []
      : [
          {
            event_type: event.name,
            type: event.type,
            domain: event.domain,
            entity_type: event.aggregate,
            summary: event.summary,
            permission: event.reader,
            schema: schemaOf(event),
          },
        ],
  ));
}

/** Data as an event might carry it. */
export async function exampleData(event: Event): Promise<Record<string, unknown>> {
  // Loaded on first use: it brings the machinery of documents with it.
  const { exampleOf } = await import('@psa/contract-kit/documents');
  return exampleOf(schemaOf(event) as JsonSchema, {}) as Record<string, unknown>;
}

function schemaOf({ data }: Event): Record<string, unknown> {
  // With a registry of its own every part is described in place.
  const { $schema: _, ...schema } = z.toJSONSchema(data, { io: 'output', unrepresentable: 'any', metadata: z.registry() });
  return schema;
}
