import { execFile } from 'node:child_process';
import { z } from 'zod';
import { CommandFault, type SystemCommands } from '../ports/system-commands.ts';

const MAX_OUTPUT = 64 * 1024;
const KILL_MS = 500;

const Command = z.object({
  file: z.string().startsWith('/', 'must be an absolute path'),
  args: z.array(z.string()).max(50).default([]),
  timeout_seconds: z.int().min(1).max(300).default(30),
});

/** The operator's list: name of a command to its program and arguments, in which `{name}` stands for what the rule says. */
export const SystemCommandList = z.record(z.string().regex(/^[\w.-]{1,100}$/), Command);
export type SystemCommandList = z.output<typeof SystemCommandList>;

/** Starts the listed programs directly: no shell reads their arguments, and they inherit no environment. */
export function systemCommands(list: SystemCommandList): SystemCommands {
  return {
    names: new Set(Object.keys(list)),
    run({ commandId, args, timeoutMs, signal }) {
      const command = list[commandId];
      if (command === undefined) throw new CommandFault(`${commandId} is no command the operator offers`);
      const argv = command.args.map((text) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => argument(args, name)));
      return new Promise((resolve, reject) => {
        const timeout = Math.min(timeoutMs, command.timeout_seconds * 1000);
        const child = execFile(
          command.file,
          argv,
          { env: {}, shell: false, timeout, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT, windowsHide: true },
          (error, stdout, stderr) => {
            const code = (error as { code?: unknown } | null)?.code;
            if (error !== null && typeof code !== 'number')
              return reject(
                new CommandFault(
                  error.killed === true ? 'The command took too long' : `The command could not be run: ${String(code ?? error.message)}`,
                ),
              );
            if (typeof code === 'number') return reject(new CommandFault(`The command ended with ${code}`));
            resolve({ exit_code: 0, stdout, stderr });
          },
        );
        const kill = () => {
          child.kill('SIGKILL');
        };
        signal.addEventListener('abort', kill, { once: true });
        setTimeout(kill, timeout + KILL_MS).unref();
        child.on('exit', () => {
          signal.removeEventListener('abort', kill);
        });
      });
    },
  };
}

/** What a rule says may fill a gap, but it must not become an option of the program. */
function argument(args: Readonly<Record<string, string>>, name: string): string {
  const value = args[name];
  if (value === undefined) throw new CommandFault(`The command needs ${name}`);
  if (value.startsWith('-') || value.includes('\0')) throw new CommandFault(`${name} must not begin with a hyphen`);
  return value;
}
