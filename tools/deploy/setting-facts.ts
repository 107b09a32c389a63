import type { z } from 'zod';

/** What is to be said of one setting. */
export interface SettingFact {
  readonly name: string;
  readonly description: string;
  readonly secret: boolean;
  /** As it would be written in the environment. */
  readonly default: string | undefined;
  /** Whether a process does not start without it. */
  readonly required: boolean;
}

/** Reads a shape of settings the way `readSettings` will. */
export function settingFacts(shape: z.ZodRawShape): SettingFact[] {
  return Object.entries(shape).map(([name, field]) => {
    const schema = field as z.ZodType;
    const fallback = defaultOf(schema);
    return {
      name,
      description: descriptionOf(schema) ?? '',
      secret: isSecret(schema),
      default: fallback,
      required: fallback === undefined && !schema.safeParse(undefined).success,
    };
  });
}

interface Wrapper {
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly defaultValue?: unknown;
}

/** From the outermost layer inwards, what the given question finds first. */
function found<T>(schema: z.ZodType, ask: (layer: z.ZodType, definition: Wrapper) => T | undefined): T | undefined {
  const definition = schema.def as Wrapper;
  const inner = definition.innerType ?? definition.in;
  return ask(schema, definition) ?? (inner && found(inner, ask));
}

function descriptionOf(schema: z.ZodType): string | undefined {
  return found(schema, ({ description }) => description);
}

function isSecret(schema: z.ZodType): boolean {
  return found(schema, (layer) => layer.meta()?.['secret'] === true || undefined) ?? false;
}

function defaultOf(schema: z.ZodType): string | undefined {
  return found(schema, (_layer, { defaultValue }) => (defaultValue === undefined ? undefined : String(defaultValue)));
}
