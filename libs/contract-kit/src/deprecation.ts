import { z } from 'zod';

/** That something is to go. Days as `2026-11-26`. */
export interface Deprecation {
  /** From this day on it is to be avoided. */
  readonly since: string;
  /** From this day on it may be gone. */
  readonly sunset?: string;
  /** What takes its place: the path of a route, or the name of a member. */
  readonly instead?: string;
}

/** Beside the documents' own metadata, in which a keyword of ours would show. */
const deprecations = z.registry<Deprecation>();

/** Declares a member of a body or a query deprecated: documents say so, and answers to requests that send it. */
export function deprecated<T extends z.ZodType>(schema: T, deprecation: Deprecation): T {
  const described = outwardsIn(schema).find(({ description }) => description !== undefined)?.description;
  const told = deprecationText(deprecation);
  const marked = schema.meta({ ...schema.meta(), description: described === undefined ? told : `${described}. ${told}`, deprecated: true });
  deprecations.add(marked, deprecation);
  return marked;
}

/** What an object's deprecated members are deprecated by, by name. */
export function deprecatedMembers(schema: z.ZodType | undefined): ReadonlyMap<string, Deprecation> {
  if (!(schema instanceof z.ZodObject)) return new Map();
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]) => {
    const found = outwardsIn(member).find((one) => deprecations.has(one));
    return found === undefined ? [] : [[name, deprecations.get(found) as Deprecation] as const];
  });
  return new Map(entries);
}

/** A schema and the ones it wraps as optional, nullable or with a default, from the outside in. */
export function outwardsIn(schema: z.ZodType): z.ZodType[] {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? [schema, ...outwardsIn(schema.unwrap() as z.ZodType)] : [schema];
}

/** A deprecation as documents tell it. */
export function deprecationText({ since, sunset, instead }: Deprecation): string {
  const until = sunset === undefined ? '' : `, gone from ${sunset} on`;
  return `Deprecated since ${since}${until}${instead === undefined ? '' : `; \`${instead}\` takes its place`}`;
}
