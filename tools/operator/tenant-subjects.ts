import { eventSubject } from '@psa/contract-kit';
import { events } from '@psa/contracts-product';
import type { JetStreamManager } from 'nats';

/** How many parts the names of events have: a wildcard stands for one. */
const NAME_LENGTHS = [...new Set(events.map(({ name }) => name.split('.').length))].toSorted((one, other) => one - other);

/** Filters for all events of a tenant among those of a domain: one for each length that the name of an event has. */
export function tenantFilters(domain: string, tenant: string): string[] {
  return NAME_LENGTHS.map((length) => `${eventSubject(domain)}.${'*.'.repeat(length)}${tenant}`);
}

/** The product's streams with the filters of a tenant. */
export async function tenantStreams(manager: JetStreamManager, tenant: string): Promise<{ stream: string; filters: string[] }[]> {
  const streams: { stream: string; filters: string[] }[] = [];
  for await (const { config } of manager.streams.list()) {
    const [domain] = /(?<=^PSA_).+/.exec(config.name) ?? [];
    if (domain !== undefined) streams.push({ stream: config.name, filters: tenantFilters(domain.toLowerCase(), tenant) });
  }
  return streams;
}

/** A tenant's messages by subject, read off all subjects of all streams: whatever the filters have missed is among them. */
export async function countMessages(manager: JetStreamManager, tenant: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { stream } of await tenantStreams(manager, tenant)) {
    const { state } = await manager.streams.info(stream, { subjects_filter: '>' });
    for (const [subject, count] of Object.entries(state.subjects ?? {})) if (subject.endsWith(`.${tenant}`)) counts[subject] = count;
  }
  return counts;
}
