import { z } from 'zod';

const MARK = 'forStaff';

/**
 * Marks a member of a reply that staff keep for themselves: people of the client portal get null for it, or an empty list.
 * @param schema nullable, or an array
 */
export function forStaff<T extends z.ZodNullable | z.ZodArray>(schema: T): T {
  return schema.meta({ ...schema.meta(), [MARK]: true }) as T;
}

/** Whether a schema was marked by {@link forStaff}. */
function isForStaff(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.[MARK] === true;
}

/** The members of an object that are marked, by name, with what takes their place. */
export function staffMembers(item: z.ZodObject): ReadonlyMap<string, null | []> {
  const marked = Object.entries(item.shape).filter(([, schema]) => isForStaff(schema));
  return new Map(marked.map(([name, schema]) => [name, schema instanceof z.ZodArray ? [] : null]));
}
