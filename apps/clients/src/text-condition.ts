import { findText, isMatch, type TextIndex, type TextMatches } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from './clients-app.ts';

export type Condition = RawBuilder<SqlBool>;

/** A condition with the number of rows that pass it, as far as that is known without asking again. */
export interface TextCondition {
  readonly condition: Condition;
  readonly count: number | undefined;
}

/** Rows whose text contains one of the given ones. @param table the searched table as the statement names it */
export async function textCondition(db: Db, index: TextIndex, table: string, ...texts: readonly string[]): Promise<TextCondition> {
  const found = await Promise.all([...new Set(texts)].map((text) => findText(db, index, text)));
  const [first] = found;
  if (first !== undefined && found.length === 1) return { condition: isMatch(index, first, table), count: countOf(first) };
  return { condition: sql`(${sql.join(found.map((matches) => isMatch(index, matches, table)), sql` or `)})`, count: undefined };
}

function countOf(matches: TextMatches): number {
  return 'ids' in matches ? matches.ids.length : matches.count;
}

/** A telephone number is found by its digits as well; anything else by itself alone. */
export function withDigits(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '');
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 3 ? [text, digits] : [text];
}
