import { type ErrorCode, errorCodes } from '../error-codes.ts';
import type { Route } from '../route.ts';
import { answerableCodes } from './answerable-codes.ts';
import { errorExample } from './error-bodies.ts';
import { markdownTable } from './markdown-table.ts';

const forms = {
  data: 'most routes',
  asset: 'the asset routes',
  flat: 'the gateway before it knows the caller, and routes without an envelope',
} as const;

/** The error codes for readers: what each means, and where it comes from. */
export function errorsMarkdown(routes: readonly Route[]): string {
  const uses = new Map<ErrorCode, number>();
  for (const code of routes.flatMap(answerableCodes)) uses.set(code, (uses.get(code) ?? 0) + 1);
  const rows = Object.entries(errorCodes).map(([code, { status, message }]) => {
    const count = uses.get(code as ErrorCode) ?? 0;
    return [String(status), `\`${code}\``, message, count === 0 ? 'the gateway' : String(count)];
  });
  const shapes = (['data', 'asset', 'flat'] as const).map(
    (form) => `### ${forms[form]}\n\n\`\`\`json\n${JSON.stringify(errorExample(form, 'VALIDATION_ERROR'), null, 2)}\n\`\`\`\n`,
  );
  return `# Errors

Generated from the contracts. A code's meaning never changes; the message is for people and may.

${markdownTable(['Status', 'Code', 'Message, unless a better one is known', 'Operations'], rows)}
## Forms

${shapes.join('\n')}`;
}
