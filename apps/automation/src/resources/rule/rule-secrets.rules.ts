import type { Action } from '@psa/contracts-automation';

/** What stands where a secret is. */
export const REDACTED = '[REDACTED]';

/** Secrets by their path: index of the action, then members, separated by slashes. */
export type Secrets = Readonly<Record<string, string>>;

const SECRET_NAME = /authorization|password|passwd|passphrase|secret|token|api[-_]?key|private[-_]?key|cookie|signature/i;
/** Members under which every text is secret, but for those that say how it is used. */
const SECRET_PARTS = new Set(['credentials', 'environment_variables']);
const OPEN_NAMES = new Set(['username', 'header_name']);

const PLACEHOLDER_ALONE = /^\{\{[^{}]*\}\}$/;

/** Parts the secrets of actions from what may be shown. */
export function splitSecrets(actions: readonly Action[]): { shown: Action[]; secrets: Record<string, string> } {
  const secrets: Record<string, string> = {};
  const shown = actions.map((action, index) => ({
    ...action,
    config: mapTexts(action.config, String(index), false, (text, path, isSecret) => {
      // What is filled in later is somebody else's secret, if it is one.
      if (!isSecret || text === '' || text === REDACTED || PLACEHOLDER_ALONE.test(text)) return text;
      secrets[path] = text;
      return REDACTED;
    }) as Record<string, unknown>,
  }));
  return { shown, secrets };
}

/** Puts secrets back to where they were. @returns undefined when one of them is not there */
export function joinSecrets(action: Action, index: number, secrets: Secrets): Action | undefined {
  let complete = true;
  const config = mapTexts(action.config, String(index), false, (text, path, isSecret) => {
    if (!isSecret || text !== REDACTED) return text;
    const secret = secrets[path];
    complete &&= secret !== undefined;
    return secret ?? text;
  }) as Record<string, unknown>;
  return complete ? { ...action, config } : undefined;
}

/** Paths of an action at which secrets are shown as such. */
export function redactedPaths(action: Action, index: number): string[] {
  const paths: string[] = [];
  mapTexts(action.config, String(index), false, (text, path, isSecret) => {
    if (isSecret && text === REDACTED) paths.push(path);
    return text;
  });
  return paths;
}

/**
 * The secrets of actions after a change: those that are written anew, and those that are written back as they are shown.
 * A secret stays only with what it was given for: whoever may change a rule must not make it go elsewhere.
 * @param actions as shown after the change
 * @returns the paths of secrets that have to be given again, if any
 */
export function keepSecrets(
  previous: readonly Action[],
  kept: Secrets,
  actions: readonly Action[],
  given: Secrets,
): { secrets: Secrets; missing: string[] } {
  const secrets: Record<string, string> = { ...given };
  const missing: string[] = [];
  actions.forEach((action, index) => {
    const before = previous[index];
    for (const path of redactedPaths(action, index)) {
      if (path in given) continue;
      const secret = kept[path];
      if (secret === undefined || before === undefined || purposeOf(before) !== purposeOf(action)) missing.push(path);
      else secrets[path] = secret;
    }
  });
  return { secrets, missing };
}

function purposeOf({ type, config }: Action): string {
  const url = typeof config['url'] === 'string' ? (URL.parse(config['url'])?.origin ?? config['url']) : '';
  const script = config['script_content'] ?? config['command_id'] ?? '';
  return `${type} ${url} ${script as string}`;
}

/** A value in which none of the texts occurs any more. */
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  const longest = secrets.filter((secret) => secret.length >= 4).sort((one, other) => other.length - one.length);
  if (longest.length === 0) return value;
  return mapTexts(value, '', false, (text) => longest.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text));
}

function mapTexts(
  value: unknown,
  path: string,
  isSecret: boolean,
  change: (text: string, path: string, isSecret: boolean) => string,
): unknown {
  if (typeof value === 'string') return change(value, path, isSecret);
  if (Array.isArray(value)) return value.map((element, index) => mapTexts(element, `${path}/${index}`, isSecret, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const secret = !OPEN_NAMES.has(name) && (isSecret || SECRET_PARTS.has(name) || SECRET_NAME.test(name));
      return [name, mapTexts(member, `${path}/${name}`, secret, change)];
    }),
  );
}
