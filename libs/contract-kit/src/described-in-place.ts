import { z } from 'zod';

/**
 * A schema as JSON Schema to be put inside another document: without a name of its own and without references. Any JSON value,
 * the one thing that contains itself, reads as "anything".
 */
export function describedInPlace(schema: z.ZodType): object {
  const { $schema: _, $defs: __, ...described } = z.toJSONSchema(schema, { io: 'input', metadata: z.registry(), unrepresentable: 'any' });
  return withoutReferences(described) as object;
}

function withoutReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return {};
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutReferences(member)]));
}
