import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requestSubject } from '@psa/contract-kit';
import { repositoryRoot } from '../local/repository-root.ts';

/** An import of a contract, with what stands between its braces. */
const CONTRACT_IMPORT = /import \{([^}]*)\} from '(@psa\/contracts-[\w-]+)'/g;

/**
 * The questions an app asks of other services: what its sources take out of foreign contracts' `…Questions`. Who asks is not
 * declared anywhere else, and a question asked without being allowed would go unanswered.
 */
export async function askedSubjects(app: string): Promise<string[]> {
  const subjects = new Set<string>();
  for (const source of sourcesOf(app)) {
    // Which services take commands shows when they are asked.
    if (source.includes('entityCommands(')) subjects.add(requestSubject('*', 'command'));
    for (const [, names = '', contract = ''] of source.matchAll(CONTRACT_IMPORT)) {
      for (const name of names.split(',').map((part) => part.trim()).filter((part) => part.endsWith('Questions'))) {
        const asked = await questionsOf(contract, name);
        if (Object.values(asked).some(({ service }) => service === app)) continue;
        for (const subject of usedSubjects(source, name, asked)) subjects.add(subject);
      }
    }
  }
  return [...subjects].sort();
}

/** The events an app hears as they pass, without a consumer. */
export function listenedSubjects(app: string): string[] {
  return [...new Set(sourcesOf(app).filter((source) => source.includes('.listen(')).flatMap((source) =>
    [...source.matchAll(/eventSubject\('([\w-]+)'\)/g)].map(([, domain]) => `psa.v1.evt.${domain}.>`)))].sort();
}

type Questions = Readonly<Record<string, { readonly service: string; readonly subject: string }>>;

async function questionsOf(contract: string, name: string): Promise<Questions> {
  const { [name]: asked } = await import(contract) as Record<string, Questions | undefined>;
  if (asked === undefined) throw new Error(`${contract} exports no ${name}`);
  return asked;
}

/** Those named; all of them where the set is handed on as a whole. */
function usedSubjects(source: string, name: string, asked: Questions): string[] {
  const members = [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member]) => member ?? '');
  const used = members.length > 0 ? members : Object.keys(asked);
  return used.map((member) => {
    const question = asked[member];
    if (question === undefined) throw new Error(`${name} has no question ${member}`);
    return question.subject;
  });
}

function sourcesOf(app: string): string[] {
  const folder = join(repositoryRoot, 'apps', app, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}
