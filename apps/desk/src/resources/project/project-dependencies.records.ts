import type { Db } from '../../desk-app.ts';

/** How many tickets are linked to a project or its tasks. */
export async function countTicketLinks(db: Db, projectId: string): Promise<number> {
  const { links } = await db
    .selectFrom('project_ticket_links')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return links;
}
