import { statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
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
  const added = sumsOf(shares);
  if (added.length === 0) return;
  const column = (member: keyof Share) => added.map((share) => share[member]);
  tx.atCommit(ADD, [subject, column('part'), column('kind'), column('key'), column('amount')]);
}

/** One share for each figure, without those that cancel each other out. In one order, so that two writers of them cannot wait for each other. */
export function sumsOf(shares: readonly Share[]): Share[] {
  const sums = new Map<string, Share>();
  for (const share of shares) {
    const name = `${share.part} ${share.kind} ${share.key}`;
    sums.set(name, { ...share, amount: share.amount + (sums.get(name)?.amount ?? 0) });
  }
  return [...sums]
    .filter(([, { amount }]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, share]) => share);
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
  return (await readSum(db, subject, name)).sum;
}

/** The same of a kind that a former release does not keep. @returns undefined unless figures were right when they were last recounted */
export async function sumOfSettledFigures(db: Db, subject: FigureSubject, name: FigureName): Promise<number | undefined> {
  const { sum, is_settled } = await readSum(db, subject, name);
  return is_settled ? sum : undefined;
}

interface SumValues extends Required<Omit<FigureName, 'part'>> {
  readonly tenant: string;
  readonly subject: FigureSubject;
  readonly part: string;
}

const sumStatement = (has: { readonly key: boolean; readonly part: boolean; readonly hidden: boolean }) =>
  statement<Tables>()((db, p: SumValues) =>
    db
      .selectFrom('figures')
      .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
      .select(
        sql<boolean>`exists (select from figure_recounts where tenant = ${p.tenant} and subject = ${p.subject} and is_settled)`.as(
          'is_settled',
        ),
      )
      .where('subject', '=', p.subject)
      .where('kind', '=', p.kind)
      .$if(has.key, (rows) => rows.where('key', '=', p.key))
      .$if(has.part, (rows) => rows.where('part', '=', p.part))
      .$if(has.hidden, (rows) => rows.where(sql<boolean>`part <> all(${p.hidden}::text[])`)),
  );

const sumStatements = new Map<string, ReturnType<typeof sumStatement>>();

async function readSum(db: Db, subject: FigureSubject, { kind, key, part, hidden }: FigureName) {
  const has = { key: key !== undefined, part: part !== undefined, hidden: hidden.length > 0 };
  const form = Object.values(has).join();
  const found = sumStatements.get(form) ?? sumStatement(has);
  sumStatements.set(form, found);
  return (await db.first(found, { tenant: db.tenant, subject, kind, key: key ?? '', part: part ?? '', hidden }))!;
}
