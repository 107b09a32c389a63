import { z } from 'zod';

/** A name or an id. The object that a resource shows under the same name is ignored, so that what was read can be written back. */
export const nameOrId = (text: string) =>
  z
    .preprocess(
      (value) => (typeof value === 'object' && !Array.isArray(value) ? undefined : value),
      z.string().trim().min(1).max(255).optional(),
    )
    .optional()
    .describe(text)
    .meta({ override: { type: 'string', minLength: 1, maxLength: 255 } });
