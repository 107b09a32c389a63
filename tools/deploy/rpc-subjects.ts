import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rpcSubject } from '@psa/contract-kit';
import { repositoryRoot } from '../local/repository-root.ts';

/** An import of a contract, with what stands between its braces. */
const CONTRACT_IMPORT = /import \{([^}]*)\} from '(@psa\/contracts-[\w-]+)'/g;

/**
 * The RPC methods an app calls on other services: what its sources take out of foreign contracts' `…RpcMethods`. Who calls is not
 * declared anywhere else, and a method called without being allowed would go unanswered. Commands and queries may go to any service
 * where no name says to which.
 */
export async function rpcSubjectsOf(app: string): Promise<string[]> {
  const subjects = new Set<string>();
  for (const source of sourcesOf(app)) {
    for (const [, service = '*'] of source.matchAll(/entityCommandRpc\((?:'([\w-]+)')?/g)) subjects.add(rpcSubject(service, 'command'));
    for (const [, service = '*'] of source.matchAll(/entityQueryRpc\((?:'([\w-]+)')?/g)) subjects.add(rpcSubject(service, 'query'));
    for (const [, names = '', contract = ''] of source.matchAll(CONTRACT_IMPORT)) {
      for (const name of names
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part.endsWith('Rpc') && part !== 'entityCommandRpc')) {
        const methods = await methodsOf(contract, name);
        if (Object.values(methods).some(({ service }) => service === app)) continue;
        for (const subject of usedSubjects(source, name, methods)) subjects.add(subject);
      }
    }
  }
  return [...subjects].sort();
}

/** The events an app hears as they pass, without a consumer. */
export function listenedSubjects(app: string): string[] {
  return [
    ...new Set(
      sourcesOf(app)
        .filter((source) => source.includes('.listen('))
        .flatMap((source) => [...source.matchAll(/eventSubject\('([\w-]+)'\)/g)].map(([, domain]) => `psa.v1.evt.${domain}.>`)),
    ),
  ].sort();
}

type RpcMethods = Readonly<Record<string, { readonly service: string; readonly subject: string }>>;

async function methodsOf(contract: string, name: string): Promise<RpcMethods> {
  const { [name]: methods } = (await import(contract)) as Record<string, RpcMethods | undefined>;
  if (methods === undefined) throw new Error(`${contract} exports no ${name}`);
  return methods;
}

/** Those named; all of them where the set is handed on as a whole. */
function usedSubjects(source: string, name: string, methods: RpcMethods): string[] {
  const members = [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, member]) => member ?? '');
  const used = members.length > 0 ? members : Object.keys(methods);
  return used.map((member) => {
    const method = methods[member];
    if (method === undefined) throw new Error(`${name} has no method ${member}`);
    return method.subject;
  });
}

function sourcesOf(app: string): string[] {
  const folder = join(repositoryRoot, 'apps', app, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.split('/').includes('testing'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}
