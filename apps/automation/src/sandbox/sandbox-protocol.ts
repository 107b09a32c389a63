/** What the process that runs a script is told, as one JSON text on its standard input. */
export interface SandboxOrder {
  readonly content: string;
  readonly input: unknown;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** What it answers on its standard output, as one JSON text. */
export type SandboxAnswer =
  | { readonly ok: true; readonly output: unknown; readonly printed: readonly string[] }
  | { readonly ok: false; readonly fault: string; readonly printed: readonly string[] };

/** The word that makes the service's program serve one script instead. */
export const SANDBOX_COMMAND = 'run-script';

export const MAX_TRANSFER = 256 * 1024;
