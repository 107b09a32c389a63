import { parseArgs } from 'node:util';
import { Refusal } from '../local/refusal.ts';
import type { DatabaseCommand } from '../local/run-migrations.ts';
import { databaseServices, services } from '../local/services.ts';
import {
  type InstallationCommand,
  installationCommands,
  eventServices,
  operatorCommands,
  type OperatorOption,
  type WrittenCommand,
} from './operator-commands.ts';

/** What the operator wants, checked as far as it can be without a service. */
export type OperatorRequest = { json: boolean; nats?: string } & (
  | { kind: 'help' }
  | { kind: 'call'; service: string; method: string; data: Record<string, unknown>; tenantSlug?: string; timeoutMs: number }
  | { kind: 'database'; command: DatabaseCommand; services: string[] }
  | { kind: 'installation'; action: InstallationCommand['action']; data: Record<string, unknown> }
  | { kind: 'config'; service: string }
  | { kind: 'doctor'; database?: string }
);

export const USAGE_EXIT_CODE = 2;
export const DEFAULT_TIMEOUT_MS = 5_000;

/** Reads a command line; refuses what no command takes. */
export function parseOperatorArguments(argv: readonly string[]): OperatorRequest {
  const { values, positionals } = split(argv);
  const general = { json: values.json === true, ...(typeof values.nats === 'string' && { nats: values.nats }) };
  if (values.help === true || positionals[0] === 'help') return { ...general, kind: 'help' };
  if (positionals.length === 0) throw usageError('Which command?');
  const [word] = positionals;
  if (word === 'migrate' || word === 'roles')
    return { ...general, kind: 'database', command: word, services: databaseServicesNamed(positionals.slice(1), values) };
  if (word === 'config') return { ...general, kind: 'config', service: serviceToShow(positionals.slice(1), values) };
  if (word === 'doctor') {
    if (positionals.length > 1) throw usageError(`"doctor" does not take "${positionals[1]}".`);
    refuseForeignFlags(values, ['database']);
    return { ...general, kind: 'doctor', ...(typeof values.database === 'string' && { database: values.database }) };
  }
  const [first, second, ...rest] = positionals;
  const isMeant = ({ words }: WrittenCommand) => words[0] === first && words[1] === second;
  const onInstallation = installationCommands.find(isMeant);
  if (onInstallation !== undefined) {
    const given = withPositional(onInstallation, values, rest);
    refuseForeignFlags(
      given,
      onInstallation.options.map(({ flag }) => flag),
    );
    return { ...general, kind: 'installation', action: onInstallation.action, data: requestData(onInstallation.options, given) };
  }
  const command = operatorCommands.find(isMeant);
  if (command === undefined) throw usageError(`There is no command "${[first, second].filter(Boolean).join(' ')}".`);
  const given = withPositional(command, values, rest);
  refuseForeignFlags(given, [...command.options.map(({ flag }) => flag), ...(command.service ? [] : ['service'])]);
  return {
    ...general,
    kind: 'call',
    service: command.service ?? serviceNamed(given.service),
    method: command.method,
    ...tenantById(command.options, requestData(command.options, given)),
    timeoutMs: command.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
}

type Values = Record<string, string | boolean | undefined>;

function split(argv: readonly string[]): { values: Values; positionals: string[] } {
  const options = [...operatorCommands, ...installationCommands].flatMap((command) => command.options);
  const isSwitch = new Map(options.map(({ flag, kind }) => [flag, kind === 'switch']));
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        nats: { type: 'string' },
        service: { type: 'string' },
        ...Object.fromEntries([...isSwitch].map(([flag, is]) => [flag, { type: is ? ('boolean' as const) : ('string' as const) }])),
      },
    });
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function withPositional({ positional, options, words }: WrittenCommand, values: Values, rest: string[]): Values {
  const option = options.find(({ field }) => field === positional);
  const [value, ...extra] = rest;
  if (extra.length > 0 || (value !== undefined && option === undefined))
    throw usageError(`"${words.join(' ')}" does not take "${extra[0] ?? value}".`);
  return value !== undefined && option ? { ...values, [option.flag]: value } : values;
}

function refuseForeignFlags(values: Values, known: string[]): void {
  const foreign = Object.keys(values).find((flag) => !['json', 'help', 'nats', ...known].includes(flag));
  if (foreign !== undefined) throw usageError(`This command does not take --${foreign}.`);
}

function requestData(options: readonly OperatorOption[], values: Values): Record<string, unknown> {
  const entries = options.flatMap(({ flag, field, nameField, value, required, kind }): (readonly [string, unknown])[] => {
    const text = values[flag];
    if (text === true) return [[field, true] as const];
    if (typeof text === 'string' && text !== '')
      return [[nameField === undefined || GUID.test(text) ? field : nameField, converted(flag, text, kind)] as const];
    if (required || text === '') throw usageError(`--${flag} <${value}> is missing.`);
    return [];
  });
  return Object.fromEntries(entries);
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Takes a tenant's slug out of the request: its id has to be asked for first. */
function tenantById(
  options: readonly OperatorOption[],
  data: Record<string, unknown>,
): { data: Record<string, unknown>; tenantSlug?: string } {
  const field = options.find(({ kind }) => kind === 'tenant')?.field;
  if (field === undefined || typeof data[field] !== 'string' || GUID.test(data[field])) return { data };
  const { [field]: tenantSlug, ...rest } = data;
  return { data: rest, tenantSlug: tenantSlug as string };
}

function converted(flag: string, text: string, kind: OperatorOption['kind']): string | number {
  if (kind === 'count') {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw usageError(`--${flag} must be a positive number, not "${text}".`);
    return Number(text);
  }
  if (kind !== 'time') return text;
  const time = /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime())) throw usageError(`--${flag} must be an ISO 8601 time, not "${text}".`);
  return time.toISOString();
}

function serviceNamed(name: Values[string]): string {
  if (typeof name === 'string' && eventServices.includes(name)) return name;
  throw usageError(`--service must be one of ${eventServices.join(', ')}.`);
}

/** Also the gateway's, which answers no operator. */
function serviceToShow([extra]: string[], values: Values): string {
  if (extra !== undefined) throw usageError(`"config" does not take "${extra}".`);
  refuseForeignFlags(values, ['service']);
  const known = services.map(({ name }) => name);
  if (typeof values.service === 'string' && known.includes(values.service)) return values.service;
  throw usageError(`--service must be one of ${known.join(', ')}.`);
}

function databaseServicesNamed(names: string[], values: Values): string[] {
  refuseForeignFlags(values, []);
  const known = databaseServices.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw usageError(`"${unknown}" is not one of ${known.join(', ')}.`);
  return names.length > 0 ? names : known;
}

function usageError(message: string): Refusal {
  return new Refusal(`${message}\nSee npm run psa -- --help.`, USAGE_EXIT_CODE);
}
