import { z } from 'zod';

/** A schema as JSON Schema to be put inside another document, without a name of its own. */
export function describedInPlace(schema: z.ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', metadata: z.registry(), unrepresentable: 'any' });
  return described;
}
