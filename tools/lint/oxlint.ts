import { join } from 'node:path';

/** Oxlint with the rules that need types, which it reads with the compiler that checks the workspace. */
export const OXLINT_ARGUMENTS = [
  '--type-aware',
  '--deny-warnings',
  '--no-error-on-unmatched-pattern',
  '-c',
  join(import.meta.dirname, 'oxlint.json'),
];
