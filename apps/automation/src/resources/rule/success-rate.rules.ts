/** A percentage with two decimals, 0 of nothing. */
export function successRate(successful: number, total: number): number {
  return total === 0 ? 0 : Math.round((successful / total) * 10_000) / 100;
}
