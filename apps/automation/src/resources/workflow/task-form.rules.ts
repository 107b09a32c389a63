import { matchesPattern, patternFault } from '@psa/conditions';
import { ApiError, type Issue } from '@psa/contract-kit';
import type { TaskForm, TaskFormMember } from '@psa/contracts-automation';
import { z } from 'zod';

type Path = Issue['path'];
type Members = Readonly<Record<string, unknown>>;
type FormObject = Pick<TaskFormMember, 'properties' | 'required' | 'additionalProperties'>;

const FORMATS: Readonly<Record<NonNullable<TaskFormMember['format']>, z.ZodType>> = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  email: z.email(),
  uuid: z.guid(),
  uri: z.url(),
};

/**
 * Holds an answer against a form.
 * @returns the answer with the defaults of what it leaves out
 * @throws VALIDATION_ERROR naming what the form demands and the answer lacks
 */
export function completeAnswer(form: TaskForm, answer: Members, member = 'formData'): Record<string, unknown> {
  const issues: Issue[] = [];
  const complete = completeObject(form, answer, [member], issues);
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
  return complete;
}

/** What is wrong with a form beyond its shape: patterns that are none, and defaults it would refuse. */
export function formIssues(form: TaskForm, path: Path): Issue[] {
  return objectIssues(form, path);
}

/** @throws VALIDATION_ERROR for a form that is wrong */
export function assertForm(form: TaskForm | null | undefined, member: string): void {
  const issues = form ? formIssues(form, [member]) : [];
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

function objectIssues({ properties = {} }: FormObject, path: Path): Issue[] {
  return Object.entries(properties).flatMap(([name, member]) => memberIssues(member, [...path, 'properties', name]));
}

function memberIssues(member: TaskFormMember, path: Path): Issue[] {
  const fault = member.pattern === undefined ? undefined : patternFault(member.pattern);
  if (fault !== undefined) return [{ code: 'invalid_pattern', path: [...path, 'pattern'], message: fault }];
  const below = [
    ...(member.type === 'object' ? objectIssues(member, path) : []),
    ...(member.items === undefined ? [] : memberIssues(member.items, [...path, 'items'])),
  ];
  if (below.length > 0 || member.default === undefined) return below;
  completeMember(member, member.default, [...path, 'default'], below);
  return below;
}

function completeObject(
  { properties = {}, required = [], additionalProperties }: FormObject,
  answer: Members,
  path: Path,
  issues: Issue[],
): Record<string, unknown> {
  const fault = (name: string, message: string) => issues.push({ code: 'custom', path: [...path, name], message });
  const complete = Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (member !== undefined) return [name, completeMember(member, value, [...path, name], issues)];
      if (additionalProperties === false) fault(name, 'is no member of the form');
      return [name, value];
    }),
  );
  for (const [name, member] of Object.entries(properties))
    if (!Object.hasOwn(complete, name) && member.default !== undefined) complete[name] = member.default;
  for (const name of required) if (!Object.hasOwn(complete, name)) fault(name, 'is required');
  return complete;
}

function completeMember(member: TaskFormMember, value: unknown, path: Path, issues: Issue[]): unknown {
  const message = faultOf(member, value);
  if (message !== undefined) issues.push({ code: 'custom', path, message });
  if (message !== undefined || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return completeObject(member, value as Members, path, issues);
  const { items } = member;
  return items === undefined ? value : value.map((item, index) => completeMember(items, item, [...path, index], issues));
}

function faultOf(member: TaskFormMember, value: unknown): string | undefined {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = member;
  if (!hasType(type, value)) return `must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
  if (member.enum !== undefined && !member.enum.includes(value as string | number)) return 'must be one of the choices';
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  }
  if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength) return `must have at least ${minLength} characters`;
    if (maxLength !== undefined && value.length > maxLength) return `must have at most ${maxLength} characters`;
    if (format !== undefined && !FORMATS[format].safeParse(value).success) return `must be a ${format}`;
    if (pattern !== undefined && !matchesPattern(pattern, value)) return `must match ${pattern}`;
  }
  if (Array.isArray(value)) {
    if (minItems !== undefined && value.length < minItems) return `must have at least ${minItems} entries`;
    if (maxItems !== undefined && value.length > maxItems) return `must have at most ${maxItems} entries`;
  }
  return undefined;
}

function hasType(type: TaskFormMember['type'], value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
