import type { PortalVisibility } from '@psa/contracts-desk';
import { VersionedMemory } from '@psa/postgres-kit';
import type { Db } from '../../desk-app.ts';

/** What tickets show of the tenant's settings, by id. */
export interface TicketSettings {
  readonly channels: ReadonlyMap<string, { readonly channel_name: string; readonly portal_visibility: PortalVisibility }>;
  readonly statuses: ReadonlyMap<string, { readonly name: string; readonly order_number: number }>;
  readonly priorities: ReadonlyMap<
    string,
    { readonly priority_name: string; readonly color: string | null; readonly order_number: number }
  >;
  readonly categories: ReadonlyMap<string, { readonly category_name: string }>;
}

/**
 * Channels, statuses, priorities and categories: whoever inserts or updates one counts the change. Deleting one changes nothing that is
 * shown: what a ticket refers to is not deleted.
 */
export const ticketSettings = new VersionedMemory<Db, TicketSettings>({ name: 'ticket_settings', load: readTicketSettings });

async function readTicketSettings(db: Db): Promise<TicketSettings> {
  const [channels, statuses, priorities, categories] = await Promise.all([
    db.selectFrom('channels').select(['channel_id', 'channel_name', 'portal_visibility']).execute(),
    db.selectFrom('ticket_statuses').select(['status_id', 'name', 'order_number']).execute(),
    db.selectFrom('priorities').select(['priority_id', 'priority_name', 'color', 'order_number']).execute(),
    db.selectFrom('ticket_categories').select(['category_id', 'category_name']).execute(),
  ]);
  return {
    channels: new Map(channels.map((row) => [row.channel_id, row])),
    statuses: new Map(statuses.map((row) => [row.status_id, row])),
    priorities: new Map(priorities.map((row) => [row.priority_id, row])),
    categories: new Map(categories.map((row) => [row.category_id, row])),
  };
}
