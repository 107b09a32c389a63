import { entityCommandRpc } from '@psa/contract-kit';
import { type Broker, callRpc } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { ClientCommands } from '../ports/client-commands.ts';

/** Gives commands to the clients service over NATS. */
export function clientCommands(broker: Broker): ClientCommands {
  const command = (
    { tenant, actor, correlationId }: RequestContext,
    operation: 'create' | 'update',
    id: string | null,
    data: object,
    idempotency_key: string,
  ) =>
    callRpc(
      broker,
      entityCommandRpc('clients').command,
      { entity: 'client', operation, id, data: { ...data }, idempotency_key },
      { tenant, actor, correlationId },
    );
  return {
    rename: async (context, clientId, client_name, key) => {
      await command(context, 'update', clientId, { client_name }, key);
    },
    create: async (context, client_name, key) => {
      const { id } = await command(context, 'create', null, { client_name, billing_cycle: 'monthly' }, key);
      if (id === null) throw new Error('The clients service created a client and gave no id');
      return id;
    },
  };
}
