import { ApiError, type Issue } from '@psa/contract-kit';
import type { NewTemplateVariable, TemplateVariable } from '@psa/contracts-automation';
import { coerce, matchesPattern, NOT_COERCIBLE, patternFault, readPath } from '@psa/conditions';
import { redactedPaths } from '../rule/rule-secrets.rules.ts';

type Json = Record<string, unknown>;

/** A rule as a template keeps it: what a caller could write. */
export type RuleConfig = Json & { readonly actions: readonly { readonly config: Json }[] };

const GAP = /\{\{(\w+)\}\}/g;
const GAP_ALONE = /^\{\{(\w+)\}\}$/;

/** `a[0].b` as `a.0.b`. */
function normalPath(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, '.$1');
}

/**
 * Makes a template of a rule: each member that is named becomes a gap, which keeps the value as its default. Secrets become gaps
 * without one.
 * @throws VALIDATION_ERROR naming what cannot become a gap
 */
export function makeTemplate(rule: RuleConfig, wanted: readonly NewTemplateVariable[]): { config: Json; variables: TemplateVariable[] } {
  const issues: Issue[] = [];
  const config = structuredClone(rule) as Json;
  const variables: TemplateVariable[] = [];
  wanted.forEach(({ rule_field_path, variable_name, type, ...about }, index): void => {
    const path = normalPath(rule_field_path);
    const fault = (member: string, message: string): void => {
      issues.push({ code: 'custom', path: ['template_variables', index, member], message });
    };
    const value = readPath(rule, path);
    if (value === undefined) return fault('rule_field_path', 'leads to no member of the rule');
    if (variables.some(({ name }) => name === variable_name)) return fault('variable_name', 'is the name of another gap');
    if (wanted.some((other, at) => at !== index && normalPath(other.rule_field_path).startsWith(`${path}.`)))
      return fault('rule_field_path', 'holds another gap');
    const isSecret = secretPaths(rule).includes(path);
    setPath(config, path, `{{${variable_name}}}`);
    const variable = {
      name: variable_name,
      type: type ?? typeOfValue(value),
      ...about,
      ...(isSecret ? { required: true } : { default_value: value as TemplateVariable['default_value'] }),
    };
    const misfit = isSecret ? undefined : valueFault(variable, value);
    if (misfit !== undefined) fault('type', `does not suit the value in the rule: it ${misfit}`);
    variables.push(variable);
  });
  for (const path of secretPaths(rule)) {
    if (String(readPath(config, path)).match(GAP_ALONE)) continue;
    const name = freeName(path.replaceAll(/\W+/g, '_'), variables);
    setPath(config, path, `{{${name}}}`);
    variables.push({ name, type: 'string', display_name: path, description: 'A secret, which templates do not keep', required: true });
  }
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
  return { config, variables };
}

function secretPaths(rule: RuleConfig): string[] {
  return rule.actions.flatMap((action, index) =>
    redactedPaths(action as never, index).map((path) => {
      const [, ...members] = path.split('/');
      return `actions.${index}.config.${members.join('.')}`;
    }),
  );
}

function freeName(wish: string, variables: readonly TemplateVariable[]): string {
  const taken = new Set(variables.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish.slice(0, 90) : `${wish.slice(0, 90)}_${number}`;
    if (!taken.has(name)) return name;
  }
}

function typeOfValue(value: unknown): TemplateVariable['type'] {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) ? 'multiselect' : 'string';
}

/**
 * Makes a rule of a template. A text that is nothing but a gap becomes the value itself, whatever its type; gaps that no
 * variable has a name for stay as they are: rules have placeholders of their own.
 * @throws VALIDATION_ERROR naming the variables that are missing or do not fit
 */
export function fillTemplate(config: Json, variables: readonly TemplateVariable[], given: Readonly<Record<string, unknown>>): Json {
  const issues: Issue[] = [];
  const values = new Map<string, unknown>();
  for (const variable of variables) {
    const { name, required, default_value } = variable;
    const value = given[name] === undefined || given[name] === null ? default_value : given[name];
    if (value === undefined) {
      if (required) issues.push({ code: 'required', path: ['variables', name], message: 'is required' });
      else values.set(name, '');
      continue;
    }
    const fault = given[name] === undefined ? undefined : valueFault(variable, value);
    if (fault !== undefined) issues.push({ code: 'custom', path: ['variables', name], message: fault });
    values.set(name, value);
  }
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
  return fill(config, values) as Json;
}

function fill(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const alone = GAP_ALONE.exec(value)?.[1];
    if (alone !== undefined && values.has(alone)) return structuredClone(values.get(alone));
    return value.replaceAll(GAP, (gap, name: string) => (values.has(name) ? asText(values.get(name)) : gap));
  }
  if (Array.isArray(value)) return value.map((element) => fill(element, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, values)]));
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

/** Why a value is none for a variable; undefined when it is one. */
function valueFault({ type, options, validation = {} }: TemplateVariable, value: unknown): string | undefined {
  const { min, max, pattern } = validation;
  const choices = options?.map(({ label, value: choice = label }) => JSON.stringify(choice));
  const chosen = (one: unknown) => choices === undefined || choices.includes(JSON.stringify(one));
  switch (type) {
    case 'string':
      if (typeof value === 'object') return undefined;
      if (typeof value !== 'string') return 'must be a text';
      if (min !== undefined && value.length < min) return `must have at least ${min} characters`;
      if (max !== undefined && value.length > max) return `must have at most ${max} characters`;
      return pattern !== undefined && patternFault(pattern) === undefined && !matchesPattern(pattern, value)
        ? `must match ${pattern}`
        : undefined;
    case 'number':
      if (typeof value !== 'number') return 'must be a number';
      if (min !== undefined && value < min) return `must be at least ${min}`;
      return max !== undefined && value > max ? `must be at most ${max}` : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return typeof value === 'string' && coerce(value, 'date') !== NOT_COERCIBLE ? undefined : 'must be a date';
    case 'select':
      return chosen(value) ? undefined : 'must be one of the options';
    case 'multiselect':
      return Array.isArray(value) && value.every(chosen) ? undefined : 'must be a list of options';
  }
}

function setPath(target: Json, path: string, value: unknown): void {
  const members = path.split('.');
  const last = members.pop() as string;
  const holder = members.length === 0 ? target : readPath(target, members.join('.'));
  (holder as Json)[last] = value;
}
