import { join } from 'node:path';
import type { NatsUser } from '../../local/nats-users.ts';
import { readIfExists } from '../../local/read-if-exists.ts';
import { Refusal } from '../../local/refusal.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import { runCommand } from '../../local/run-command.ts';
import type { DeclaredConsumer } from './check-broker.ts';

/** What the services declare, as far as an installation can be held against it. */
export interface Declared {
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly consumers: readonly DeclaredConsumer[];
  /** What each user of the broker may do. */
  readonly brokerUsers: readonly NatsUser[];
}

/** Beside the program in the operator's image, which has no sources. */
export const DECLARED_FILE = 'declared.json';

/** What the services declare: kept in the image, else read off the sources. */
export async function readDeclared(): Promise<Declared> {
  return JSON.parse(readIfExists(join(import.meta.dirname, DECLARED_FILE)) ?? (await printDeclared())) as Declared;
}

/** Read in a process of its own: loading every service takes a second and their memory. */
async function printDeclared(): Promise<string> {
  const { ok, output } = await runCommand(process.execPath, [join(repositoryRoot, 'tools/deploy/print-declared.ts')]);
  if (!ok) throw new Refusal(`What the services declare could not be read off their sources:\n${output}`);
  return output;
}
