import { readDevFile } from './local/dev-file.ts';
import { homeAt, homePath } from './local/home.ts';
import { Refusal } from './local/refusal.ts';
import { callService, NO_PERMISSION_EXIT_CODE, ServiceRefusal, UNREACHABLE_EXIT_CODE } from './operator/call-service.ts';
import { configurationOf, FAULTY_EXIT_CODE } from './operator/configuration-of.ts';
import type { Diagnosis } from './operator/doctor/run-doctor.ts';
import { findTenantId } from './operator/find-tenant-id.ts';
import { operatorEnvironment } from './operator/operator-environment.ts';
import { operatorUsage } from './operator/operator-usage.ts';
import { parseOperatorArguments, type OperatorRequest, USAGE_EXIT_CODE } from './operator/parse-operator-arguments.ts';
import { printableResult } from './operator/printable-result.ts';
import { runDatabaseCommand } from './operator/run-database-command.ts';

/** What a script is told by, for each exit code. */
const CODES: Readonly<Record<number, string>> = {
  [USAGE_EXIT_CODE]: 'USAGE',
  [UNREACHABLE_EXIT_CODE]: 'UNREACHABLE',
  [NO_PERMISSION_EXIT_CODE]: 'FORBIDDEN',
  [FAULTY_EXIT_CODE]: 'CONFIGURATION',
};

const argv = process.argv.slice(2);
try {
  const request = parseOperatorArguments(argv);
  const result = await answer(request);
  console.log(request.json ? JSON.stringify(result, null, 2) : printableResult(result));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  // Read off the raw arguments: they may be what is wrong.
  if (argv.includes('--json')) console.log(JSON.stringify({ error: errorDocument(error) }, null, 2));
  else console.error(error instanceof ServiceRefusal ? refusalText(error) : error.message);
  process.exitCode = error.exitCode;
}

async function answer(request: OperatorRequest): Promise<unknown> {
  const home = homeAt(homePath());
  const env = await operatorEnvironment(process.env);
  if (request.kind === 'help') return request.json ? { usage: operatorUsage() } : operatorUsage();
  if (request.kind === 'database') return runDatabaseCommand(home, request.command, request.services, env);
  // Loaded where they are needed: they bring all that a service consists of, a second of every other command.
  if (request.kind === 'installation') {
    const { runInstallationCommand } = await import('./operator/run-installation-command.ts');
    return runInstallationCommand(home, request, env);
  }
  if (request.kind === 'doctor') {
    const { runDoctor } = await import('./operator/doctor/run-doctor.ts');
    return diagnosis(await runDoctor(home, request, env), request.json);
  }
  if (request.kind === 'config') return configurationOf(home, request.service, env);
  const natsUrl = request.nats ?? (env.PSA_NATS_URL || readDevFile(home)?.natsUrl);
  if (natsUrl === undefined) {
    throw new Refusal(
      `Where is NATS? Nothing runs in ${home.path}; start it with npm start, or set PSA_NATS_URL or --nats.`,
      UNREACHABLE_EXIT_CODE,
    );
  }
  const { service, method, data, tenantSlug, timeoutMs } = request;
  const tenant = tenantSlug === undefined ? {} : { tenant: await findTenantId(natsUrl, tenantSlug) };
  return callService({ natsUrl, service, method, data: { ...data, ...tenant }, timeoutMs });
}

/** A fault is told by the exit code as well. */
function diagnosis({ healthy, findings }: Diagnosis, json: boolean): unknown {
  if (!healthy) process.exitCode = 1;
  if (json) return { healthy, findings };
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .map(({ check, state, detail, advice }) =>
      [
        `${state.padEnd(7)}  ${check.padEnd(width)}  ${detail}`,
        ...(advice === undefined ? [] : [`${' '.repeat(width + 11)}${advice}`]),
      ].join('\n'),
    )
    .join('\n');
}

function refusalText({ message, code, details }: ServiceRefusal): string {
  return [`Refused: ${message} (${code})`, ...(details === undefined ? [] : [printableResult(details)])].join('\n');
}

function errorDocument(error: Refusal): { code: string; message: string; details?: unknown } {
  if (error instanceof ServiceRefusal) return { code: error.code, message: error.message, details: error.details };
  return { code: CODES[error.exitCode] ?? 'FAILED', message: error.message };
}
