import type { ImportTicketResults } from '@psa/contracts-desk';
import type { ApiClient } from './api-client.ts';
import { DEMO_CATEGORIES, DEMO_CHANNELS, type DemoTicket } from './demo-tickets.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 4;
/** Tickets the API takes over at once. */
const BATCH = 50;

/** Working hours of the demo's channels, and targets by the order of the priorities. */
const HOURS = {
  time_zone: 'America/New_York',
  week: [...Array.from({ length: 5 }, () => [{ start: '08:00', end: '18:00' }]), [], []],
  holidays: [],
};
const TARGETS = [
  { response_minutes: 30, resolution_minutes: 240 },
  { response_minutes: 60, resolution_minutes: 600 },
  { response_minutes: 240, resolution_minutes: 1800 },
  { response_minutes: 480, resolution_minutes: 3000 },
];

/** Takes the tickets over, in channels and categories made for them. @returns their ids */
export async function seedTickets(
  api: ApiClient,
  tickets: readonly DemoTicket[],
  clientIdOf: (code: string) => string,
  userId: string,
): Promise<string[]> {
  const channels = await seedChannels(api);
  const categories = new Map<string, string>();
  for (const { channel, category } of DEMO_CATEGORIES) {
    const body = { category_name: category, channel_id: channels.get(channel) };
    const made = await api.create('/api/v1/categories/ticket', `demo/ticket-category/${category}`, body);
    categories.set(category, String(made.category_id));
  }
  const batches = Array.from({ length: Math.ceil(tickets.length / BATCH) }, (_, index) =>
    tickets.slice(index * BATCH, (index + 1) * BATCH),
  );
  const ids: string[][] = [];
  await inParallel([...batches.entries()], AT_ONCE, async ([index, batch]) => {
    const rows = batch.map(({ clientCode, channel, category, body }, place) => ({
      ...body,
      client_id: clientIdOf(clientCode),
      channel_id: channels.get(channel),
      category_id: categories.get(category),
      ...(place % 5 > 0 && { assigned_to: userId }),
    }));
    const answer = await api.create('/api/v1/tickets/import', `demo/tickets/${index}`, { tickets: rows });
    const { imported_count, results } = answer as ImportTicketResults;
    if (imported_count !== rows.length) throw new Error(`${imported_count} of ${rows.length} tickets were taken over`);
    ids[index] = results.map(({ ticket_id }) => ticket_id!);
  });
  return ids.flat();
}

async function seedChannels(api: ApiClient): Promise<Map<string, string>> {
  const { body } = await api.get('/api/v1/channels');
  const known = (body as { data?: { channel_id: string; channel_name: string }[] }).data ?? [];
  const { body: listed } = await api.get('/api/v1/priorities');
  const priorities = (listed as { data?: { priority_id: string }[] }).data ?? [];
  const sla_targets = priorities.slice(0, TARGETS.length).map(({ priority_id }, index) => ({ priority_id, ...TARGETS[index] }));
  const channels = new Map<string, string>();
  for (const [place, name] of DEMO_CHANNELS.entries()) {
    const existing = known.find(({ channel_name }) => channel_name === name);
    const body = { channel_name: name, business_hours: HOURS, sla_targets };
    if (existing !== undefined) await api.change(`/api/v1/channels/${existing.channel_id}`, { business_hours: HOURS, sla_targets });
    const id = existing?.channel_id ?? (await api.create('/api/v1/channels', `demo/channel/${place}`, body)).channel_id;
    channels.set(name, String(id));
  }
  return channels;
}
