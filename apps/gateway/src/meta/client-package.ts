import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { once } from './once.ts';

export type ClientLanguage = 'typescript' | 'javascript';

export interface ClientPackage {
  readonly language: ClientLanguage;
  readonly packageName: string;
  readonly version: string;
}

// Text, not code of this process: the client is generated with the contracts and handed out as it is.
const resolve = createRequire(import.meta.url).resolve;
const generated = join(dirname(resolve('@psa/sdk/package.json')), 'src/generated');
const textOf = (name: string) => once(() => readFileSync(join(generated, name), 'utf8'));
const [code, types, schema] = [textOf('client.js'), textOf('client.d.ts'), textOf('schema.ts')];
const dependencies = JSON.parse(readFileSync(join(generated, 'dependencies.json'), 'utf8')) as Record<string, string>;

/** The files of a package that calls this API, ready to be installed: no step of building is left to the caller. */
export function clientFiles({ language, packageName, version }: ClientPackage): Record<string, string> {
  const typed = language === 'typescript';
  const manifest = {
    name: packageName,
    version,
    description: 'Client of the PSA API',
    type: 'module',
    exports: { '.': { ...(typed ? { types: './index.d.ts' } : {}), default: './index.js' } },
    dependencies,
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': readme(packageName),
    'index.js': code(),
    ...(typed ? { 'index.d.ts': types(), 'schema.d.ts': schema() } : {}),
  };
}

/** A first call with the client. */
export function usageExample(packageName: string): string {
  return `import { createPsaClient } from '${packageName}';

const psa = createPsaClient({ baseUrl: 'https://psa.example.com', apiKey: process.env.PSA_API_KEY });
const { data, error } = await psa.GET('/api/v1/assets', { params: { query: { limit: 10 } } });
if (error) throw new Error(JSON.stringify(error));
console.log(data.data.data);
`;
}

function readme(packageName: string): string {
  return `# ${packageName}\n\nClient of the PSA API.\n\n\`\`\`js\n${usageExample(packageName)}\`\`\`\n`;
}
