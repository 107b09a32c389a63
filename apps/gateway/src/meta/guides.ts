import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Guide } from '@psa/contracts-gateway';
import { once } from './once.ts';
import { StaticFile } from './static-file.ts';

// Resolved at start: an image without the guides does not come up.
const folder = dirname(createRequire(import.meta.url).resolve('@psa/guides/package.json'));

const CACHE = 'public, max-age=300';
/** Who begins reads this one first; the others follow by name. */
const FIRST = 'first-integration';

/** Texts by their names. */
const texts = once(
  () =>
    new Map(
      readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .map((file) => [file.slice(0, -'.md'.length), readFileSync(join(folder, file), 'utf8')] as const)
        .toSorted(([one], [other]) => Number(other === FIRST) - Number(one === FIRST) || one.localeCompare(other)),
    ),
);

/** The guides there are. */
export const guides = once((): readonly Guide[] =>
  [...texts()].map(([name, text]) => ({
    name,
    title: /^# (.+)$/m.exec(text)?.[1] ?? name,
    href: `/api/v1/meta/guides/${name}`,
  })),
);

const files = once(() => new Map([...texts()].map(([name, text]) => [name, new StaticFile('text/markdown; charset=utf-8', text, CACHE)])));

/** A guide as it is sent. @returns undefined for any other name */
export function guideFile(name: string): StaticFile | undefined {
  return files().get(name);
}
