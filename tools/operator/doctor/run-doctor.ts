import type { Home } from '../../local/home.ts';
import { runCommand } from '../../local/run-command.ts';
import { join } from 'node:path';
import { repositoryRoot } from '../../local/repository-root.ts';
import { Refusal } from '../../local/refusal.ts';
import { openInstallation, type Place } from '../installation.ts';
import { checkBroker, type DeclaredConsumer } from './check-broker.ts';
import { checkDatabase } from './check-database.ts';
import { checkDelivery } from './check-delivery.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

/** What the services declare, as far as an installation can be held against it. */
export interface Declared {
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly consumers: readonly DeclaredConsumer[];
}

/** What was found; something is wrong where a finding is a fault. */
export interface Diagnosis {
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
}

/** Looks at an installation from all sides and says what to do. It changes nothing. */
export async function runDoctor(home: Home, place: Place, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const declared = await declaredBySources();
  const installation = await openInstallation(home, place, env);
  try {
    const { database, natsUrl } = installation;
    const ofDatabase = await checkDatabase(database, declared.migrations);
    const isMigrated = ofDatabase.every(({ check, state }) => check !== 'migrations' || state === 'ok');
    const findings = [
      checkSettings(home, env),
      ...ofDatabase,
      ...(isMigrated ? await checkDelivery(database) : []),
      ...(await checkBroker(natsUrl, declared.consumers)),
    ];
    return { healthy: findings.every(({ state }) => state !== 'fault'), findings };
  } finally {
    await installation.database.end();
  }
}

/** Read in a process of its own: loading every service takes a second and their memory. */
async function declaredBySources(): Promise<Declared> {
  const { ok, output } = await runCommand(process.execPath, [join(repositoryRoot, 'tools/deploy/print-declared.ts')]);
  if (!ok) throw new Refusal(`What the services declare could not be read off their sources:\n${output}`);
  return JSON.parse(output) as Declared;
}
