import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DeskWorkload } from './desk-workload.ts';

/** Longer than the sweep of steps in other services takes to come round. */
const LAG_LIMIT_MS = 100_000;

/** What must give no row. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a number was given twice': 'select ticket_number from desk.tickets where tenant = $1 group by 1 having count(*) > 1',
  'a ticket was opened twice': 'select title from desk.tickets where tenant = $1 group by 1 having count(*) > 1',
  'a comment was written twice':
    "select comment_text from desk.ticket_comments where tenant = $1 and author_type = 'internal' group by 1 having count(*) > 1",
  'comments are counted wrongly': `select ticket_id from desk.tickets t where tenant = $1
    and comment_count <> (select count(*) from desk.ticket_comments c where c.tenant = t.tenant and c.ticket_id = t.ticket_id and deleted_at is null)`,
  'the creation of a ticket was not told once': `select t.ticket_id from desk.tickets t left join (
      select o.envelope::json->>'subject' as ticket_id, count(*) as times from desk.outbox o
      where o.tenant = $1 and o.envelope::json->>'type' = 'psa.desk.ticket.created.v1' group by 1) told on told.ticket_id = t.ticket_id::text
    where t.tenant = $1 and told.times is distinct from 1`,
  'a creation was told of no ticket': `select o.event_id from desk.outbox o where o.tenant = $1 and o.envelope::json->>'type' = 'psa.desk.ticket.created.v1'
    and not exists (select 1 from desk.tickets t where t.tenant = o.tenant and t.ticket_id::text = o.envelope::json->>'subject')`,
  'a ticket for an asset is not linked to it': `select t.ticket_id from desk.tickets t where t.tenant = $1 and t.attributes ? 'created_from_asset'
    and not exists (select 1 from assets.asset_associations a where a.tenant = t.tenant and a.entity_id = t.ticket_id)`,
  'an asset is linked to no ticket': `select a.entity_id from assets.asset_associations a where a.tenant = $1
    and not exists (select 1 from desk.tickets t where t.tenant = a.tenant and t.ticket_id = a.entity_id)`,
  'a figure is not what there is': `select part, kind, key from (
      select part, kind, key, amount from desk.figures where tenant = $1 and subject = 'ticket' and kind in ('status', 'closed')
      union all select channel_id::text, 'status', status_id::text, -1 from desk.tickets where tenant = $1
      union all select channel_id::text, 'closed', '', -1 from desk.tickets where tenant = $1 and is_closed) counted
    group by 1, 2, 3 having sum(amount) <> 0`,
  'the rows are counted wrongly': `select 1 where (select coalesce(sum(rows), 0) from desk.row_counts where tenant = $1 and table_name = 'tickets')
    <> (select count(*) from desk.tickets where tenant = $1)`,
};

/** Looks behind the API for what was lost, doubled or left half done. */
export async function judgeDesk(database: pg.Pool, tenant: string, { seen, assetId }: DeskWorkload): Promise<string[]> {
  const rows = async <Row extends object>(text: string, values: unknown[] = [tenant]) => (await database.query<Row>(text, values)).rows;
  const faults = [...seen.faults];
  await settle(rows, faults);
  for (const [fault, text] of Object.entries(INVARIANTS)) {
    const found = await rows(text);
    if (found.length > 0) faults.push(`${fault}: ${found.length} times, such as ${JSON.stringify(found[0])}`);
  }
  const tickets = new Map(
    (
      await rows<{ ticket_id: string; title: string; merged_into: string | null }>(
        'select ticket_id, title, merged_into from desk.tickets where tenant = $1',
      )
    ).map((row) => [row.ticket_id, row]),
  );
  for (const [id, title] of seen.tickets)
    if (tickets.get(id)?.title !== title) faults.push(`acknowledged ticket ${id} (${title}) is not there`);
  for (const [source, target] of seen.merged)
    if (tickets.get(source)?.merged_into !== target) faults.push(`ticket ${source} was merged into ${target}, and is not`);
  const comments = new Map(
    (
      await rows<{ comment_text: string; ticket_id: string }>('select comment_text, ticket_id from desk.ticket_comments where tenant = $1')
    ).map(({ comment_text, ticket_id }) => [comment_text, ticket_id]),
  );
  for (const [text, ticketId] of seen.comments) {
    const expected = seen.merged.get(ticketId) ?? ticketId;
    const actual = comments.get(text);
    // A merge that was not acknowledged may have been done all the same.
    if (actual !== expected && actual !== tickets.get(ticketId)?.merged_into) faults.push(`comment ${text} of ${expected} is on ${actual}`);
  }
  const linked = new Set(
    (
      await rows<{ entity_id: string }>('select entity_id from assets.asset_associations where tenant = $1 and asset_id = $2', [
        tenant,
        assetId,
      ])
    ).map(({ entity_id }) => entity_id),
  );
  for (const id of seen.linked) if (!linked.has(id)) faults.push(`acknowledged ticket ${id} is not linked to its asset`);
  return faults;
}

/** Waits until every event is published and every step that broke off is undone; it is lost two minutes after it was noted. */
async function settle(rows: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>, faults: string[]): Promise<void> {
  await rows("update desk.outside_steps set noted_at = noted_at - interval '3 minutes'", []);
  const end = Date.now() + LAG_LIMIT_MS;
  for (;;) {
    const [state] = await rows<{ pending: string; steps: string; letters: string }>(
      `select (select count(*) from desk.outbox where published_at is null) + (select count(*) from assets.outbox where published_at is null) as pending,
        (select count(*) from desk.outside_steps) as steps,
        (select count(*) from desk.dead_letters) + (select count(*) from assets.dead_letters) as letters`,
      [],
    );
    if (state?.pending === '0' && state.steps === '0') {
      if (state.letters !== '0') faults.push(`${state.letters} dead letters`);
      return;
    }
    if (Date.now() > end) {
      faults.push(`after ${LAG_LIMIT_MS / 1000} s ${state?.pending} events are not published and ${state?.steps} steps not undone`);
      return;
    }
    await sleep(200);
  }
}
