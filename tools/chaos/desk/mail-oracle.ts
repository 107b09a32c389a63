import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { UpTime } from '../up-time.ts';
import type { DeliveredMail } from './mail-workload.ts';

const PATIENCE_MS = 120_000;

export interface MailVerdict {
  readonly faults: string[];
  /** From the mailbox to the table of the email service, in milliseconds: the median. */
  readonly stored: number;
  /** From the mailbox to the comment, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The same without the time in which a service was away. */
  readonly p99WhileUp: number;
  /** Of the mails that no kill met on their way. */
  readonly p99BetweenKills: number;
}

const DECIDED = `select rfc_message_id as id, outcome, status, reason, ticket_id, extract(epoch from created_at) * 1000 as at from email.inbound_emails where tenant = $1 and status <> 'received'`;
const COMMENTS = `select comment_text as text, ticket_id, extract(epoch from created_at) * 1000 as at from desk.ticket_comments where tenant = $1 and by_mail`;
const TICKETS = `select title, count(*)::int as tickets from desk.tickets where tenant = $1 and source = 'email' group by title`;

/** Waits until every mail was decided upon, and tells which of them became anything but one ticket or one comment on the right one. */
export async function judgeMail(
  database: pg.Pool,
  tenant: string,
  delivered: readonly DeliveredMail[],
  upTime: UpTime,
  killedAt: readonly number[],
): Promise<MailVerdict> {
  const query = async <Row extends pg.QueryResultRow>(sql: string) => (await database.query<Row>(sql, [tenant])).rows;
  const end = Date.now() + PATIENCE_MS;
  let decided = new Map<string, { outcome: string | null; status: string; reason: string | null; ticket_id: string | null; at: string }>();
  while (Date.now() < end) {
    const rows = await query<{
      id: string;
      outcome: string | null;
      status: string;
      reason: string | null;
      ticket_id: string | null;
      at: string;
    }>(DECIDED);
    decided = new Map(rows.map(({ id, ...row }) => [id, row]));
    if (decided.size >= delivered.length) break;
    await sleep(200);
  }
  const comments = new Map<string, { ticket_id: string; at: number }[]>();
  for (const { text, ticket_id, at } of await query<{ text: string; ticket_id: string; at: string }>(COMMENTS))
    comments.set(text, [...(comments.get(text) ?? []), { ticket_id, at: Number(at) }]);
  const tickets = new Map((await query<{ title: string; tickets: number }>(TICKETS)).map(({ title, tickets: count }) => [title, count]));
  const faults: string[] = [];
  const latencies: number[] = [];
  const whileUp: number[] = [];
  const betweenKills: number[] = [];
  for (const { messageId, subject, answers, at } of delivered) {
    const known = decided.get(messageId);
    const found = comments.get(`Text of ${subject}`) ?? [];
    const [only] = found;
    if (known === undefined) faults.push(`${subject} was lost`);
    else if (known.status !== 'processed') faults.push(`${subject} was ${known.status}: ${known.reason}`);
    if (found.length !== 1) faults.push(`${subject} became ${found.length} comments`);
    if (only !== undefined) {
      latencies.push(only.at - at);
      whileUp.push(upTime.within(at, only.at));
      if (!killedAt.some((killed) => killed >= at && killed <= only.at)) betweenKills.push(only.at - at);
    }
    const opened = tickets.get(subject) ?? 0;
    if (opened !== (answers === null ? 1 : 0)) faults.push(`${subject} opened ${opened} tickets`);
    const right = answers === null ? known?.ticket_id : decided.get(answers)?.ticket_id;
    if (only !== undefined && only.ticket_id !== right) faults.push(`${subject} is on the wrong ticket`);
  }
  const stored = delivered.flatMap(({ messageId, at }) => Number(decided.get(messageId)?.at ?? at) - at);
  return {
    faults,
    stored: quantile(stored, 0.5),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    p99WhileUp: quantile(whileUp, 0.99),
    p99BetweenKills: quantile(betweenKills, 0.99),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
