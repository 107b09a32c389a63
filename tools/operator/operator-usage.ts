import { services } from '../local/services.ts';
import { eventServices, operatorCommands, type OperatorCommand } from './operator-commands.ts';

/** How to use the operator's command line. */
export function operatorUsage(): string {
  return [
    'usage: npm run psa -- <command> [options]',
    '',
    ...operatorCommands.flatMap((command) => [`  ${synopsis(command)}`, `      ${command.summary}`]),
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
    'A tenant is named by its id or its slug, other things by their ids.',
    'Times are ISO 8601, for example 2026-11-20T08:00:00Z.',
    'Exit codes: 0 done, 1 refused, 2 wrong usage, 69 the service cannot be reached, 77 the broker refuses the credentials, 78 the configuration is faulty.',
  ].join('\n');
}

function synopsis({ words, service, options, positional }: OperatorCommand): string {
  const parts = options.map(({ flag, field, value, required }) => {
    if (field === positional) return `<${flag}>`;
    return required ? `--${flag} <${value}>` : `[--${flag} <${value}>]`;
  });
  return [...words, ...(service ? [] : [`--service <${eventServices.join('|')}>`]), ...parts].join(' ');
}
