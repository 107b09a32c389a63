import { spawnSync } from 'node:child_process';
import { readDevFile } from '../local/dev-file.ts';
import type { Home } from '../local/home.ts';
import { Refusal } from '../local/refusal.ts';
import { quickestProgramOf } from '../local/quickest-program.ts';
import { loadSecrets } from '../local/secrets.ts';
import { serviceEnvironment, type Wiring } from '../local/service-environment.ts';
import { databaseRoles, services } from '../local/services.ts';
import { requireSources } from './require-sources.ts';

/** As in sysexits.h: something is wrong with the configuration. */
export const FAULTY_EXIT_CODE = 78;

/**
 * The settings a service would run with, secrets blanked: those of this environment, and where a stack has been started in the
 * home, those it adds.
 * @throws Refusal with the list of all that is wrong
 */
export function configurationOf(home: Home, name: string, env: NodeJS.ProcessEnv): unknown {
  const service = services.find((one) => one.name === name);
  if (service === undefined) throw new Refusal(`There is no service ${name}.`, FAULTY_EXIT_CODE);
  requireSources([service], '--print-config');
  const dev = readDevFile(home);
  const environment = dev === undefined ? env : serviceEnvironment(service, wiringOf(home, dev), env);
  const { status, stdout, stderr } = spawnSync(process.execPath, [quickestProgramOf(service), '--print-config'], {
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Refusal(stderr.trim(), status ?? 1);
  return JSON.parse(stdout);
}

/** With the ports a stack prefers, but for the gateway's, which is known. */
function wiringOf(home: Home, { baseUrl, databaseUrl, natsUrl }: { baseUrl: string; databaseUrl: string; natsUrl: string }): Wiring {
  const ports = Object.fromEntries(
    services.map(({ name, preferredPort, preferredAdminPort }) => [name, { http: preferredPort, admin: preferredAdminPort }]),
  );
  return {
    secrets: loadSecrets(home, databaseRoles),
    postgresPort: Number(new URL(databaseUrl).port),
    natsUrl,
    ports: { ...ports, ...(ports.gateway && { gateway: { ...ports.gateway, http: Number(new URL(baseUrl).port) } }) },
  };
}
