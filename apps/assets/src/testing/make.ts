import { randomUUID } from 'node:crypto';
import type { EventData } from '@psa/contract-kit';
import { clientEvents } from '@psa/contracts-clients';
import { ticketEvents } from '@psa/contracts-desk';
import { eventually, type TestService } from '@psa/test-kit';

export interface MadeClient {
  readonly client_id: string;
  readonly client_name: string;
  readonly location_id: string;
}

/** A client with one location, made known to the assets service by its events. */
export async function aClient(service: TestService, tenant: string, name = 'Acme'): Promise<MadeClient> {
  const [client_id, location_id] = [randomUUID(), randomUUID()];
  await service.publish(tenant, clientEvents.created, { client_id, client_name: name, is_inactive: false });
  await service.publish(tenant, clientEvents.locationCreated, { client_id, location_id, location_name: 'HQ', is_active: true }, 2);
  // Of several instances one may have the location before another has the client.
  await eventually(
    async () =>
      (
        await service.sql(
          'select 1 from location_replicas join client_replicas using (tenant) where location_id = $1 and client_replicas.client_id = $2',
          [location_id, client_id],
        )
      ).length === 1,
  );
  return { client_id, client_name: name, location_id };
}

/** Tells that a client was changed, and waits until the assets service knows. */
export async function changeClient(
  service: TestService,
  tenant: string,
  client: MadeClient,
  change: { client_name?: string; is_inactive?: boolean },
  version = 3,
): Promise<void> {
  const { client_id, client_name } = client;
  await service.publish(
    tenant,
    clientEvents.updated,
    { client_id, client_name, is_inactive: false, ...change, changed: Object.keys(change) },
    version,
  );
  await eventually(
    async () =>
      (await service.sql('select 1 from client_replicas where client_id = $1 and version = $2', [client_id, version])).length === 1,
  );
}

/** A valid body of a new asset. */
export function anAsset(client: { client_id: string }, given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    client_id: client.client_id,
    asset_type: 'workstation',
    asset_tag: `TAG-${randomUUID().slice(0, 8)}`,
    name: 'Workstation',
    status: 'active',
    ...given,
  };
}

/** What the desk service says of a new ticket. */
export function ticketFacts(given: Partial<EventData<typeof ticketEvents.created>> = {}): EventData<typeof ticketEvents.created> {
  return {
    ticket_id: randomUUID(),
    ticket_number: 'T-1',
    title: 'No power',
    status_id: randomUUID(),
    status_name: 'New',
    is_closed: false,
    priority_id: null,
    assigned_to: null,
    client_id: null,
    channel_id: null,
    entered_at: '2026-01-05T08:00:00Z',
    updated_at: '2026-01-05T08:00:00Z',
    asset_id: null,
    ...given,
  };
}

/** A ticket, made known to the assets service by its event. @returns its id */
export async function aTicket(service: TestService, tenant: string, given: Parameters<typeof ticketFacts>[0] = {}): Promise<string> {
  const facts = ticketFacts(given);
  await service.publish(tenant, ticketEvents.created, facts);
  await eventually(async () => (await service.sql('select 1 from ticket_replicas where ticket_id = $1', [facts.ticket_id])).length === 1);
  return facts.ticket_id;
}
