import { describedInPlace } from '@psa/contract-kit';
import { z } from 'zod';

const PLACEHOLDER = /\{\{\s*[\w-]+(?:\.[\w-]+)*\s*\}\}/;

/** Whether a text has a gap that is filled when the action runs. */
export function hasPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/**
 * What the schema takes, or a text such as `{{event.data.client_id}}` that becomes it when the action runs. What it became is
 * held against the schema then.
 */
export function orPlaceholder<T extends z.ZodType>(schema: T) {
  return z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value === 'string' && hasPlaceholder(value)) return;
      const parsed = schema.safeParse(value);
      if (!parsed.success) for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    })
    .meta({ override: { anyOf: [describedInPlace(schema), { type: 'string', pattern: PLACEHOLDER.source }] } }) as unknown as z.ZodType<
    z.output<T> | string,
    z.input<T> | string
  >;
}
