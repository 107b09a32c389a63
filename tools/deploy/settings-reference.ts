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
  ].join('\n');
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
