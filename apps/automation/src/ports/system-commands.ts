export interface CommandRun {
  readonly commandId: string;
  readonly args: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Programs the operator lets rules start; none unless he lists them. */
export interface SystemCommands {
  readonly names: ReadonlySet<string>;
  /** @throws CommandFault */
  run(run: CommandRun): Promise<{ readonly exit_code: number; readonly stdout: string; readonly stderr: string }>;
}

/** The command cannot be run so, or did not succeed. */
export class CommandFault extends Error {}
