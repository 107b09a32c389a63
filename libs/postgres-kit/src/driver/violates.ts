/** What Citus appends to the names of a shard's constraints and indexes: the number of the shard, which has six digits at least. */
const SHARD = /^_\d{6,}$/;

/** Where Citus passes on an error of another node, the message alone names the constraint. */
const IN_MESSAGE = /\bconstraint "([^"]+)"/;

/** Whether a statement failed by the constraint or unique index of this name, so that the caller can say what it means. */
export function violates(error: unknown, constraint: string): boolean {
  const named = constraintOf(error);
  return named === constraint || (named?.startsWith(constraint) === true && SHARD.test(named.slice(constraint.length)));
}

function constraintOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, constraint, message } = error as { code?: unknown; constraint?: unknown; message?: unknown };
  if (typeof constraint === 'string') return constraint;
  // Class 23: the integrity of data.
  if (typeof code !== 'string' || !code.startsWith('23') || typeof message !== 'string') return undefined;
  return IN_MESSAGE.exec(message)?.[1];
}
