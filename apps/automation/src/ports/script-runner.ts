export interface Script {
  readonly content: string;
  readonly input: unknown;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ScriptResult {
  readonly output: unknown;
  /** What the script printed. */
  readonly printed: readonly string[];
}

/** Runs programs that users wrote where they can do no harm. */
export interface ScriptRunner {
  /** @throws ScriptFault saying what the script did wrong */
  run(script: Script): Promise<ScriptResult>;
}

/** The script threw, took too long or too much. The message is for whoever wrote it. */
export class ScriptFault extends Error {}
