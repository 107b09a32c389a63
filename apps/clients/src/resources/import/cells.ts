import { z } from 'zod';

/** A tag list as an export writes it, or with commas as people do. */
export const TagCell = z.string().transform((text, context) => {
  if (!text.trimStart().startsWith('['))
    return text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be tags with commas between them, or a JSON list of texts' });
    return z.NEVER;
  }
});

/** Whether, as spreadsheets and people write it. */
export const BooleanCell = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', 'yes', 'no', '1', '0'], { error: 'must be true or false' }))
  .transform((text) => text === 'true' || text === 'yes' || text === '1');
