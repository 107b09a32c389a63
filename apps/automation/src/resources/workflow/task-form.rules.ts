import { ApiError, type Issue } from '@psa/contract-kit';
import type { TaskForm } from '@psa/contracts-automation';
import { z } from 'zod';

type Property = TaskForm['properties'][string];

const FORMATS: Readonly<Record<NonNullable<Property['format']>, z.ZodType>> = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  email: z.email(),
  uuid: z.guid(),
  uri: z.url(),
};

/** @throws VALIDATION_ERROR naming what a form demands and the answer lacks */
export function assertAnswer(form: TaskForm, answer: Readonly<Record<string, unknown>>, member = 'formData'): void {
  const issues: Issue[] = [];
  const fault = (name: string, message: string): void => {
    issues.push({ code: 'custom', path: [member, name], message });
  };
  for (const name of form.required ?? []) if (answer[name] === undefined) fault(name, 'is required');
  for (const [name, value] of Object.entries(answer)) {
    const property = Object.hasOwn(form.properties, name) ? form.properties[name] : undefined;
    if (property === undefined) {
      if (form.additionalProperties === false) fault(name, 'is no member of the form');
      continue;
    }
    const message = faultOf(property, value);
    if (message !== undefined) fault(name, message);
  }
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

function faultOf(
  { type, minimum, maximum, minLength, maxLength, format, items, ...property }: Property,
  value: unknown,
): string | undefined {
  if (!hasType(type, value)) return `must be ${type === 'integer' || type === 'array' ? 'an' : 'a'} ${type}`;
  if (property.enum !== undefined && !property.enum.includes(value as string | number)) return 'must be one of the choices';
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  }
  if (typeof value === 'string') {
    if (minLength !== undefined && value.length < minLength) return `must have at least ${minLength} characters`;
    if (maxLength !== undefined && value.length > maxLength) return `must have at most ${maxLength} characters`;
    if (format !== undefined && !FORMATS[format].safeParse(value).success) return `must be a ${format}`;
  }
  if (Array.isArray(value) && items !== undefined && !value.every((item) => hasType(items.type, item)))
    return `must be a list of ${items.type}`;
  return undefined;
}

function hasType(type: Property['type'], value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
