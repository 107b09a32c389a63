/** Rows by the places they ask for, equal ones as they came; numbered anew from 0. */
export function inOrder<Row extends { display_order: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.display_order - b.display_order).map((row, display_order) => ({ ...row, display_order }));
}
