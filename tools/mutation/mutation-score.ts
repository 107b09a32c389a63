/** What became of a mutant, as Stryker names it. */
export type MutantStatus = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending';

/** How many of a module's mutants its tests notice. */
export interface MutationScore {
  readonly name: string;
  readonly killed: number;
  readonly survived: number;
  /** Left out with a reason: no test can tell them from the original. */
  readonly ignored: number;
}

/** Counts the mutants of a module. Those that could not run say nothing about its tests. */
export function scoreOf(name: string, mutants: readonly { readonly status: MutantStatus }[]): MutationScore {
  const count = (...statuses: readonly MutantStatus[]) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return { name, killed: count('Killed', 'Timeout'), survived: count('Survived', 'NoCoverage'), ignored: count('Ignored') };
}

/** Killed mutants in percent of all that ran; 0 when none ran. */
export function percentKilled({ killed, survived }: Pick<MutationScore, 'killed' | 'survived'>): number {
  return killed + survived === 0 ? 0 : (100 * killed) / (killed + survived);
}

/** Whether enough mutants are killed. @param required percent */
export function isEnough(score: MutationScore, required: number): boolean {
  return percentKilled(score) >= required;
}

/** The scores as a table for people. @param required percent killed below which a module fails */
export function scoreTable(scores: readonly MutationScore[], required: number): string {
  const rows = scores.map((score) => [
    score.name,
    String(score.killed),
    String(score.survived),
    String(score.ignored),
    `${(Math.floor(percentKilled(score) * 10) / 10).toFixed(1)} %`,
    isEnough(score, required) ? '' : `below ${required} %`,
  ]);
  const table = [['module', 'killed', 'survived', 'excluded', 'score', ''], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => (column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
