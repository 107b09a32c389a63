import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/repository-root.ts';

const FOLDER = join(repositoryRoot, 'docs/decisions');

/** The table of contents of the decisions, from their first lines. @throws for one whose first line is not its number and title */
export function decisionIndex(): string {
  const rows = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .toSorted()
    .map((name) => {
      const [first = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n');
      const [, number, title] = /^# (\d{4}) (.+)$/.exec(first) ?? [];
      if (number !== name.slice(0, 4)) throw new Error(`${name} must begin with "# ${name.slice(0, 4)} " and its title`);
      return `- [${number}](${name}) ${title}`;
    });
  return `# Decisions\n\nWhy things are as they are, in the order they were decided. Numbers that are missing were never used.\n\n${rows.join('\n')}\n`;
}
