import { RE2JS } from 're2js';

/** Longest pattern there may be. */
const MAX_PATTERN = 512;

const REMEMBERED = 500;
const compiled = new Map<string, RE2JS>();

/** Why a text is no pattern; undefined when it is one. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return `must have at most ${MAX_PATTERN} characters`;
  try {
    compile(pattern);
    return undefined;
  } catch (error) {
    return `must be a regular expression in the syntax of RE2: ${(error as Error).message}`;
  }
}

/** Whether the pattern occurs in the text, in time linear in its length whatever the pattern. @throws where {@link patternFault} finds one */
export function matchesPattern(pattern: string, text: string): boolean {
  return compile(pattern).matcher(text).find();
}

function compile(pattern: string): RE2JS {
  let expression = compiled.get(pattern);
  if (expression === undefined) {
    // Stryker disable next-line all: how much is kept changes no answer
    if (compiled.size >= REMEMBERED) compiled.clear();
    compiled.set(pattern, (expression = RE2JS.compile(pattern)));
  }
  return expression;
}
