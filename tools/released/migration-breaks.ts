/** A rule that a change of a table in use has to keep: the release before runs on the same tables. */
interface Rule {
  readonly broken: RegExp;
  readonly unless?: RegExp;
  readonly instead: string;
}

const TABLE_RULES: readonly Rule[] = [
  { broken: /^drop (?!constraint|default)/, instead: 'drops a column; stop using it now, and drop it a release later as a contract step' },
  { broken: /^rename (?!constraint)/, instead: 'renames; add the new name beside the old one, and drop the old one a release later' },
  {
    broken: /^alter (?:column )?\S+ (?:set data )?type\b/,
    instead: 'changes a type, which rewrites the table; add a column of the new type, fill it, and drop the old one a release later',
  },
  {
    broken: /^alter (?:column )?\S+ set not null/,
    instead: 'demands a value, which the release before may not give; add a check that is not valid, and validate it a release later',
  },
  {
    broken: /^add (?:column )?(?!constraint|check|unique|primary|foreign|exclude).* not null/,
    unless: / default | generated /,
    instead: 'adds a column that the release before gives no value; give it a default',
  },
  {
    broken: /^add (?:constraint|check|unique|primary|foreign|exclude)/,
    unless: / not valid$| using index /,
    instead:
      'adds a constraint and checks every row under a lock; add it not valid and validate it, or use an index that was built concurrently',
  },
];

/**
 * What a migration does that the release before, or whoever uses the tables meanwhile, does not survive.
 * @param statements in one line each; tables they make themselves may be changed at will
 */
export function migrationBreaks(statements: readonly string[]): string[] {
  const made = new Set<string>();
  return statements.flatMap((original) => {
    const statement = original.toLowerCase();
    const creates = /^create (?:unlogged )?table (?:if not exists )?([^\s(]+)/.exec(statement);
    if (creates) made.add(nameOf(creates[1]));
    const drops = /^drop table (?:if exists )?(\S+)/.exec(statement);
    if (drops)
      return made.has(nameOf(drops[1]))
        ? []
        : [`${original}: drops a table; do so a release after the last that uses it, as a contract step`];
    const alters = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(statement);
    if (!alters || made.has(nameOf(alters[1]))) return [];
    return actionsOf(alters[2] ?? '').flatMap((action) =>
      TABLE_RULES.filter(
        ({ broken, unless }) => broken.test(action) && !unless?.test(`${action} `.replace(/ not valid $/, ' not valid')),
      ).map(({ instead }) => `alter table ${alters[1]} ${action}: ${instead}`),
    );
  });
}

/** Without schema and quotes. */
function nameOf(written = ''): string {
  return written.replaceAll('"', '').replace(/^.*\./, '');
}

/** The actions of `alter table`: separated by commas that stand in no parentheses or quotes. */
function actionsOf(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/'(?:[^']|'')*'|[^]/g)) {
    if (part === '(') depth++;
    if (part === ')') depth--;
    if (part === ',' && depth === 0) actions.push('');
    else actions.push(`${actions.pop()}${part}`);
  }
  return actions.map((action) => action.trim());
}
