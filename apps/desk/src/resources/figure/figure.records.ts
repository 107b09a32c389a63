import { sql } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { FigureSubject } from './figure.tables.ts';

/** How much something adds to a figure. */
export interface Share {
  readonly part: string;
  readonly kind: string;
  readonly key: string;
  readonly amount: number;
}

const ADD = `insert into figures (subject, part, kind, key, slot, amount)
  values ($1, unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), pg_backend_pid() % 8, unnest($5::bigint[]))
  on conflict (tenant, subject, part, kind, key, slot) do update set amount = figures.amount + excluded.amount`;

/** Adds to figures, in the transaction that writes what they count. Shares that cancel each other out cost nothing. */
export function addToFigures(tx: Tx, subject: FigureSubject, shares: readonly Share[]): void {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const name = `${share.part} ${share.kind} ${share.key}`;
    sums.set(name, { ...share, amount: share.amount + (sums.get(name)?.amount ?? 0) });
  }
  // In one order everywhere, so that two writers of the same figures cannot wait for each other.
  const added = [...sums].filter(([, { amount }]) => amount !== 0).sort(([one], [other]) => (one < other ? -1 : 1));
  if (added.length === 0) return;
  const column = (member: keyof Share) => added.map(([, share]) => share[member]);
  tx.atCommit(ADD, [subject, column('part'), column('kind'), column('key'), column('amount')]);
}

/** Takes shares away again. */
export const negated = (shares: readonly Share[]): Share[] => shares.map((share) => ({ ...share, amount: -share.amount }));

/** Figures that are not nought. @param kinds all when undefined */
export function readFigures(db: Db, subject: FigureSubject, kinds?: readonly string[]): Promise<Share[]> {
  return db
    .selectFrom('figures')
    .select(['part', 'kind', 'key', sql<number>`sum(amount)::bigint`.as('amount')])
    .where('subject', '=', subject)
    .$if(kinds !== undefined, (rows) => rows.where('kind', 'in', [...(kinds ?? [])]))
    .groupBy(['part', 'kind', 'key'])
    .having(sql<boolean>`sum(amount) <> 0`)
    .execute();
}

interface FigureName {
  readonly kind: string;
  readonly key?: string;
  readonly part?: string | undefined;
  /** Parts that are left out. */
  readonly hidden: readonly string[];
}

/** One figure, or the sum of all of its kind. */
export async function sumOfFigures(db: Db, subject: FigureSubject, name: FigureName): Promise<number> {
  const { sum } = await summed(db, subject, name).executeTakeFirstOrThrow();
  return sum;
}

/** The same of a kind that a former release does not keep. @returns undefined unless figures were right when they were last recounted */
export async function sumOfSettledFigures(db: Db, subject: FigureSubject, name: FigureName): Promise<number | undefined> {
  const isSettled = sql<boolean>`exists (select from figure_recounts where tenant = ${db.tenant} and subject = ${subject} and is_settled)`;
  const { sum, settled } = await summed(db, subject, name).select(isSettled.as('settled')).executeTakeFirstOrThrow();
  return settled ? sum : undefined;
}

function summed(db: Db, subject: FigureSubject, { kind, key, part, hidden }: FigureName) {
  return db
    .selectFrom('figures')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .$if(key !== undefined, (rows) => rows.where('key', '=', key ?? ''))
    .$if(part !== undefined, (rows) => rows.where('part', '=', part ?? ''))
    .$if(hidden.length > 0, (rows) => rows.where('part', 'not in', [...hidden]));
}
