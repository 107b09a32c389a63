/** Whether a statement failed by the constraint or unique index of this name, so that the caller can say what it means. */
export function violates(error: unknown, constraint: string): boolean {
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint;
}
