import { ApiError, type EntityCommand, entityCommandRpc } from '@psa/contract-kit';
import { workItemRpc } from '@psa/contracts-time';
import { type Broker, callRpc, isNoResponders } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { TimeEntries } from '../ports/time-entries.ts';

/** Asks the time service over NATS. */
export function timeEntries(broker: Broker): TimeEntries {
  const command = async ({ tenant, actor, correlationId }: RequestContext, given: Omit<EntityCommand, 'entity'>) => {
    try {
      return await callRpc(broker, entityCommandRpc('time').command, { entity: 'time_entry', ...given }, { tenant, actor, correlationId });
    } catch (error) {
      if (isNoResponders(error)) throw new ApiError('SERVICE_UNAVAILABLE', 'The time service does not answer');
      throw error;
    }
  };
  return {
    async create(context, { ticket_id, service_id, start_time, end_time, is_billable, notes }, idempotency_key) {
      // Members in one order, whatever that of the entry: the same request under the same key has the same text.
      const data = { work_item_type: 'ticket', work_item_id: ticket_id, service_id, start_time, end_time, is_billable, notes };
      const { id } = await command(context, { operation: 'create', id: null, data, idempotency_key });
      if (id === null) throw new ApiError('INTERNAL_ERROR');
      return id;
    },
    async countUses({ tenant, actor, correlationId }, work_item_type, ids) {
      try {
        const request = { work_item_type, work_item_ids: [...ids] };
        return await callRpc(broker, workItemRpc.countUsesOfWorkItems, request, { tenant, actor, correlationId });
      } catch (error) {
        if (isNoResponders(error)) return { time_entries: 0, schedule_entries: 0 };
        throw error;
      }
    },
    async delete(context, id) {
      await command(context, { operation: 'delete', id, data: {}, idempotency_key: `delete ${id}` });
    },
  };
}
