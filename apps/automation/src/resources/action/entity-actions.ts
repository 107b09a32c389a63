import type { EntityCommand } from '@psa/contract-kit';
import type { Action, ActionType, entityTables } from '@psa/contracts-automation';
import type { ActionRunner, ActionWork } from './action-runner.ts';

/** Who does what by type of action. */
const SERVICES: { readonly [T in ActionType]?: string } = {
  ticket_creation: 'desk',
  ticket_update: 'desk',
  project_update: 'desk',
  time_entry_creation: 'time',
  invoice_generation: 'billing',
};

/** Who owns what, and what it is called there. */
const OWNERS: { readonly [T in (typeof entityTables)[number]]: readonly [service: string, entity: string] } = {
  assets: ['assets', 'asset'],
  clients: ['clients', 'client'],
  contacts: ['clients', 'contact'],
  tickets: ['desk', 'ticket'],
  projects: ['desk', 'project'],
  project_tasks: ['desk', 'project_task'],
  time_entries: ['time', 'time_entry'],
};

/** The services that do what actions of a rule ask for. */
export function servicesOf(actions: readonly Pick<Action, 'type' | 'config'>[]): { readonly index: number; readonly service: string }[] {
  return actions.flatMap(({ type, config }, index) => {
    const service = type === 'database_update' ? OWNERS[config['table'] as keyof typeof OWNERS][0] : SERVICES[type];
    return service === undefined ? [] : [{ index, service }];
  });
}

async function command(
  work: ActionWork,
  service: string,
  given: Omit<EntityCommand, 'idempotency_key'>,
): Promise<{ id: string | null; entity: unknown }> {
  return work.ports.entities.command(work.context, service, { ...given, idempotency_key: work.idempotencyKey }, work.timeoutMs);
}

/** Without members that are not given. */
function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export const runTicketCreation: ActionRunner<'ticket_creation'> = ({ ticket_data, assigned_to, status, priority, notes }, work) =>
  command(work, 'desk', {
    entity: 'ticket',
    operation: 'create',
    id: null,
    data: given({ ...ticket_data, assigned_to, status, priority, notes }),
  });

export const runTicketUpdate: ActionRunner<'ticket_update'> = (
  { operation, ticket_id, ticket_data, assigned_to, status, priority, notes },
  work,
) =>
  command(work, 'desk', {
    entity: 'ticket',
    operation,
    id: ticket_id,
    data: given({ ...ticket_data, assigned_to, status, priority, notes }),
  });

export const runProjectUpdate: ActionRunner<'project_update'> = ({ project_id, changes }, work) =>
  command(work, 'desk', { entity: 'project', operation: 'update', id: project_id, data: changes });

export const runTimeEntryCreation: ActionRunner<'time_entry_creation'> = (entry, work) =>
  command(work, 'time', { entity: 'time_entry', operation: 'create', id: null, data: given(entry) });

export const runInvoiceGeneration: ActionRunner<'invoice_generation'> = (period, work) =>
  command(work, 'billing', { entity: 'invoice', operation: 'generate', id: null, data: period });

/** A command to the owner of the entity: never a statement on somebody's table. */
export const runDatabaseUpdate: ActionRunner<'database_update'> = async ({ table, operation, data, conditions, return_updated }, work) => {
  const [service, entity] = OWNERS[table];
  const result = await command(work, service, {
    entity,
    operation: operation === 'insert' ? 'create' : operation,
    id: operation === 'insert' ? null : (conditions?.id ?? null),
    data: data ?? {},
  });
  return return_updated ? result : { id: result.id };
};
