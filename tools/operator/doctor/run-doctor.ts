import type { Home } from '../../local/home.ts';
import { openInstallation, type Place } from '../installation.ts';
import { checkBroker } from './check-broker.ts';
import { certificatesOfBroker } from './certificates-of-broker.ts';
import { certificateOfDatabase, certificatesInFiles, checkCertificates } from './check-certificates.ts';
import { checkDatabase } from './check-database.ts';
import { checkDelivery } from './check-delivery.ts';
import { checkSettings } from './check-settings.ts';
import { readDeclared } from './declared.ts';
import type { Finding } from './finding.ts';

/** What was found; something is wrong where a finding is a fault. */
export interface Diagnosis {
  readonly healthy: boolean;
  readonly findings: readonly Finding[];
}

/** Looks at an installation from all sides and says what to do. It changes nothing. */
export async function runDoctor(home: Home, place: Place, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const declared = await readDeclared();
  const installation = await openInstallation(home, place, env);
  try {
    const { database, natsUrl } = installation;
    const ofDatabase = await checkDatabase(database, declared.migrations);
    const ofBroker = natsUrl === undefined ? [] : await certificatesOfBroker(natsUrl);
    const isMigrated = ofDatabase.every(({ check, state }) => check !== 'migrations' || state === 'ok');
    const findings = [
      checkSettings(home, env),
      ...checkCertificates([...certificatesInFiles(env), ...certificateOfDatabase(database), ...ofBroker]),
      ...ofDatabase,
      ...(isMigrated ? await checkDelivery(database) : []),
      ...(await checkBroker(natsUrl, declared)),
    ];
    return { healthy: findings.every(({ state }) => state !== 'fault'), findings };
  } finally {
    await installation.database.end();
  }
}
