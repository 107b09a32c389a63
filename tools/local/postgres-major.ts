import { Refusal } from './refusal.ts';
import { runCommand } from './run-command.ts';

/** The major version of one of Postgres' programs. @throws Refusal where it does not run */
export async function postgresMajor(program: string): Promise<number> {
  const { output } = await runCommand(program, ['--version'], { cwd: '/' });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1]);
  if (Number.isNaN(major)) throw new Refusal(`${program} does not say its version:\n${output}`);
  return major;
}
