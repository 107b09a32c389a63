import { isShared, serviceScope } from '@psa/service-kit/scope';
import type { ServiceFacts } from './service-facts.ts';
import type { SettingFact } from './setting-facts.ts';

/** The reference of all settings, for docs/settings.md. */
export function settingsReference(facts: readonly ServiceFacts[]): string {
  const everywhere = commonTo(facts);
  const ofServices = commonTo(facts.filter(({ hasDatabase }) => hasDatabase)).filter(isNotAmong(everywhere));
  const [migrating] = facts.filter(({ migrationSettings }) => migrationSettings.length > 0);
  return [
    '# Settings',
    '',
    "Generated from the services' declarations by `npm run deploy -- generate`; a test fails when it is out of date.",
    '',
    'A process is configured by its environment alone, which is read once, at the start.',
    'Whatever is wrong is listed at once, and the process exits with status 78.',
    '',
    '- `<NAME>` gives a value, `<NAME>_FILE` the path of a file that holds it.',
    '- `PSA_SECRETS_DIR` names a folder whose files are called like the settings: what secrets are mounted as. Those a service can do without may be missing.',
    '- An empty value counts as none.',
    '- `npm run psa -- config --service <name>` prints what a process would run with, secrets blanked; `main.ts --print-config` does so in an image.',
    '',
    'Secrets are marked 🔒. A setting without a default that is not called optional is required.',
    '',
    ...section('Every process', everywhere),
    ...section('Every service but the gateway', ofServices),
    ...facts.flatMap(({ name, settings, hasDatabase }) =>
      section(`Of ${name}`, settings.filter(isNotAmong(hasDatabase ? [...everywhere, ...ofServices] : everywhere))),
    ),
    ...(migrating ? section('The command `migrate`', migrating.migrationSettings) : []),
    ...wholeProductSection(facts),
  ].join('\n');
}

/** How the settings of several services are told apart in one process. */
function wholeProductSection(facts: readonly ServiceFacts[]): string[] {
  const settings = facts.find(({ hasDatabase }) => hasDatabase)?.settings ?? [];
  const { defaults } = serviceScope('', 'http://127.0.0.1:<PSA_HTTP_PORT>/.well-known/jwks.json');
  const rows = settings.flatMap(({ name }) => {
    const value = defaults[name];
    if (value === undefined && isShared(name)) return [];
    return [`| \`${name}\` | ${value === undefined ? 'as above' : `\`${value}\``} | ${isShared(name) ? 'yes' : 'no'} |`];
  });
  return [
    '## The one process of all services',
    '',
    'In the image `all`, `PSA_<SERVICE>_<SETTING>` is `PSA_<SETTING>` of one service, such as `PSA_ASSETS_DATABASE_URL` or `PSA_GATEWAY_NATS_URL`; `_FILE` and `PSA_SECRETS_DIR` work as for any name.',
    'Where it is absent, `PSA_<SETTING>` holds for all services. A fault is told by the name the value was given by, and those of all services together.',
    'The addresses of services (`PSA_<SERVICE>_URL`) and TLS between processes (`PSA_HTTP_TLS_…`, `PSA_PEER_TLS_…`) are not read; `PSA_HTTP_PORT` and `PSA_ADMIN_PORT` are the ports of the process, of which the first must not be 0.',
    'These differ from what is said above:',
    '',
    '| Setting of a service | Default | May be shared |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

function section(title: string, settings: readonly SettingFact[]): string[] {
  if (settings.length === 0) return [];
  return [`## ${title}`, '', '| Setting | Default | |', '|---|---|---|', ...settings.map(row), ''];
}

function row({ name, description, secret, default: value, required }: SettingFact): string {
  const shown = value === undefined ? (required ? 'required' : 'optional') : value === '' ? 'empty' : `\`${value}\``;
  return `| \`${name}\`${secret ? ' 🔒' : ''} | ${shown} | ${description.replaceAll('|', '\\|')} |`;
}

/** The settings that all have, and say the same of. */
function commonTo(facts: readonly ServiceFacts[]): SettingFact[] {
  const [first, ...others] = facts;
  return first?.settings.filter((setting) => others.every(({ settings }) => settings.some((other) => isSame(other, setting)))) ?? [];
}

function isNotAmong(known: readonly SettingFact[]): (setting: SettingFact) => boolean {
  return (setting) => !known.some((other) => isSame(other, setting));
}

function isSame(one: SettingFact, other: SettingFact): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
