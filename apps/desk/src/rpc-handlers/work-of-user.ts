import { ticketRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import type { Tables } from '../tables.ts';

/** Asked by identity before a user is deleted. */
export const countWorkOfUser = tenantRpcHandler<typeof ticketRpc.countWorkOfUser, Tables, Ports>(
  ticketRpc.countWorkOfUser,
  async ({ user_id }, db) => {
    const [{ tickets }, { projects }, { project_tasks }] = await Promise.all([
      db
        .selectFrom('tickets')
        .select((eb) => eb.fn.countAll<number>().as('tickets'))
        .where('assigned_to', '=', user_id)
        .where('is_closed', '=', false)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('projects')
        .select((eb) => eb.fn.countAll<number>().as('projects'))
        .where('assigned_to', '=', user_id)
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow(),
      db
        .selectFrom('project_tasks')
        .select((eb) => eb.fn.countAll<number>().as('project_tasks'))
        .where('assigned_to', '=', user_id)
        .where('completed_at', 'is', null)
        .executeTakeFirstOrThrow(),
    ]);
    return { tickets, projects, project_tasks };
  },
);
