import { services } from '../local/services.ts';
import { installationCommands, eventServices, operatorCommands, type OperatorOption, type WrittenCommand } from './operator-commands.ts';

/** How to use the operator's command line. */
export function operatorUsage(): string {
  return [
    'usage: npm run psa -- <command> [options]',
    '',
    ...operatorCommands.flatMap((command) => [`  ${synopsis(command, command.service === undefined)}`, `      ${command.summary}`]),
    ...installationCommands.flatMap((command) => [`  ${synopsis(command, false)}`, `      ${command.summary}`]),
    '  doctor [--database <url>]',
    '      look at an installation from all sides (settings, clock, roles, row-level security, migrations, broker, lag) and say what to do',
    '  migrate [service...]',
    '      create or update the schemas of all services, or of those named',
    '  roles [service...]',
    '      create the roles of all services, or of those named, on a new server that a backup is restored to',
    `  config --service <${services.map(({ name }) => name).join('|')}>`,
    '      print the settings a service would run with, secrets blanked, or all that is wrong with them',
    '',
    'options of every command:',
    '  --json        exactly one JSON document on standard output',
    '  --nats <url>  where NATS is; else PSA_NATS_URL, else what the stack in PSA_HOME says',
    '  --help        this text',
    '',
    'A tenant is named by its id or its slug; a user or a contact by the id or the e-mail address, an API key by its id, the part between psa_ and the next _,',
    'or its description, where one alone has it; other things by their ids.',
    '--database is the address of a Postgres superuser; else PSA_MIGRATION_DATABASE_URL, else what the stack in PSA_HOME says. Files in a bucket need PSA_S3_BUCKET and what goes with it.',
    'Times are ISO 8601, for example 2026-11-20T08:00:00Z.',
    'Exit codes: 0 done, 1 refused, 2 wrong usage, 69 the service cannot be reached, 77 the broker refuses the credentials, 78 the configuration is faulty.',
  ].join('\n');
}

function synopsis({ words, options, positional }: WrittenCommand, namesService: boolean): string {
  const parts = options.map((option) => {
    if (option.field === positional) return `<${option.flag}>`;
    return option.required ? written(option) : `[${written(option)}]`;
  });
  return [...words, ...(namesService ? [`--service <${eventServices.join('|')}>`] : []), ...parts].join(' ');
}

function written({ flag, value, kind }: OperatorOption): string {
  return kind === 'switch' ? `--${flag}` : `--${flag} <${value}>`;
}
