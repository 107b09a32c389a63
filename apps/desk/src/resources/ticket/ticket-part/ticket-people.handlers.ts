import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { ticketPeopleRoutes } from '@psa/contracts-desk';
import { readPage, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Db, handlers } from '../../../desk-app.ts';
import { requireContact } from '../../../replicas/contact-replica.ts';
import { requireAssignee } from '../../../replicas/user-replica.ts';
import { assertReach, reachTicket, ticketScopeOf } from '../ticket.access.ts';
import { agentRows, historyRows, watcherRows } from './ticket-part.records.ts';
import { lockOpenTicket, touchTicket } from './ticket-checklist.handlers.ts';

/** Max watchers, and max agents, of a ticket. */
const MAX_PEOPLE = 200;

async function assertRoom(db: Db, table: 'ticket_watchers' | 'ticket_agents', ticketId: string): Promise<void> {
  const { people } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (people >= MAX_PEOPLE) throw conflict(`A ticket has ${MAX_PEOPLE} of them at most`);
}

export const ticketPeopleHandlers = handlers(ticketPeopleRoutes, {
  listTicketWatchers: async ({ db, params, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    return {
      data: await watcherRows(db, params.id).orderBy('ticket_watchers.created_at').orderBy('watcher_id').limit(MAX_PEOPLE).execute(),
    };
  },

  addTicketWatcher: async ({ db, ports, params, body, principal }) => {
    const ticket = await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    if (body.user_id !== undefined) await requireAssignee(db, ports, body.user_id, 'user_id');
    if (body.contact_name_id !== undefined) {
      if (ticket.client_id === null) throw invalidField('contact_name_id', 'needs a client', 'foreign_reference');
      await requireContact(db, ports, body.contact_name_id, ticket.client_id);
    }
    const watcher_id = uuidv7();
    return db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      await assertRoom(tx, 'ticket_watchers', params.id);
      const { user_id = null, contact_name_id = null, email = null } = body;
      await tx
        .insertInto('ticket_watchers')
        .values({ watcher_id, ticket_id: params.id, user_id, contact_name_id, email })
        .execute()
        .catch((error: unknown) => {
          throw violates(error, 'ticket_watchers_who') ? conflict('They watch the ticket already') : error;
        });
      await touchTicket(tx, params.id, 'watchers', { previous: null, new: user_id ?? contact_name_id ?? email });
      return { data: await watcherRows(tx, params.id).where('watcher_id', '=', watcher_id).executeTakeFirstOrThrow() };
    });
  },

  removeTicketWatcher: async ({ db, params, principal }) => {
    await assertReach(db, principal, params.id);
    await db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      const gone = await tx
        .deleteFrom('ticket_watchers')
        .where('ticket_id', '=', params.id)
        .where('watcher_id', '=', params.watcherId)
        .returning(['user_id', 'contact_name_id', 'email'])
        .executeTakeFirst();
      if (gone === undefined) throw notFound('Watcher');
      await touchTicket(tx, params.id, 'watchers', { previous: gone.user_id ?? gone.contact_name_id ?? gone.email, new: null });
    });
  },

  listTicketAgents: async ({ db, params, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    const rows = await agentRows(db, params.id)
      .orderBy('ticket_agents.created_at')
      .orderBy('ticket_agents.user_id')
      .limit(MAX_PEOPLE)
      .execute();
    return { data: rows };
  },

  addTicketAgent: async ({ db, ports, params, body, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    await requireAssignee(db, ports, body.user_id, 'user_id');
    return db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      await assertRoom(tx, 'ticket_agents', params.id);
      const added = await tx
        .insertInto('ticket_agents')
        .values({ ticket_id: params.id, user_id: body.user_id })
        .onConflict((row) => row.doNothing())
        .returning('user_id')
        .executeTakeFirst();
      if (added === undefined) throw conflict('They work on the ticket already');
      await touchTicket(tx, params.id, 'agents', { previous: null, new: body.user_id });
      return { data: await agentRows(tx, params.id).where('ticket_agents.user_id', '=', body.user_id).executeTakeFirstOrThrow() };
    });
  },

  removeTicketAgent: async ({ db, params, principal }) => {
    await assertReach(db, principal, params.id);
    await db.transaction(async (tx) => {
      await lockOpenTicket(tx, params.id);
      const gone = await tx
        .deleteFrom('ticket_agents')
        .where('ticket_id', '=', params.id)
        .where('user_id', '=', params.userId)
        .returning('user_id')
        .executeTakeFirst();
      if (gone === undefined) throw notFound('Agent');
      await touchTicket(tx, params.id, 'agents', { previous: gone.user_id, new: null });
    });
  },

  listTicketHistory: async ({ db, params, query, principal }) => {
    await reachTicket(db, params.id, await ticketScopeOf(db, principal));
    let rows = historyRows(db, params.id);
    if (query.created_from !== undefined) rows = rows.where('ticket_history.created_at', '>=', query.created_from);
    if (query.created_to !== undefined) rows = rows.where('ticket_history.created_at', '<=', query.created_to);
    const order = { columns: { created_at: 'ticket_history.created_at' }, id: { ref: 'ticket_history.history_id', name: 'history_id' } };
    const page = await readPage(rows, order, query, async () => {
      const { entries } = await rows
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow();
      return entries;
    });
    return { data: page.rows, pagination: page.pagination };
  },
});
