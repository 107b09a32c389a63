import type { ApiError, Issue } from '@psa/contract-kit';

/** A field as messages about it need to know it. */
interface Field {
  readonly name: string;
  readonly label: string;
  /** Sentences for faults by their code, where the message of the API does not go on from the label. */
  readonly faults?: Readonly<Record<string, string>>;
}

/** What is wrong with the fields, by their names. */
export function fieldMessages(error: ApiError, fields: readonly Field[]): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { code, path, message } of issuesOf(error)) {
    const field = fields.find(({ name }) => name === path[0]);
    if (field === undefined || messages.has(field.name)) continue;
    const { name, label, faults } = field;
    // A message about one of several entries names the entry, or its place.
    messages.set(name, faults?.[code] ?? (path.length > 1 ? `${label}: ${message}.` : `${label} ${message}.`));
  }
  return messages;
}

/** What is wrong beside the fields; undefined when their messages say it all. */
export function generalMessage(error: ApiError, fields: readonly Field[] = []): string | undefined {
  const issues = issuesOf(error);
  if (issues.length === 0) return `${error.message}.`;
  const others = issues.filter(({ path }) => !fields.some(({ name }) => name === path[0]));
  return others.length === 0 ? undefined : others.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' ');
}

function issuesOf({ details }: ApiError): readonly Issue[] {
  return Array.isArray(details) ? details.filter(isIssue) : [];
}

function isIssue(detail: unknown): detail is Issue {
  const { path, message } = (detail ?? {}) as Partial<Issue>;
  return Array.isArray(path) && typeof message === 'string';
}
