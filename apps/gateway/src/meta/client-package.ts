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
const sdk = dirname(createRequire(import.meta.url).resolve('@psa/sdk/package.json'));
const schema = once(() => readFileSync(join(sdk, 'src/generated/schema.ts'), 'utf8'));
const built = once(() => JSON.parse(readFileSync(join(sdk, 'package/package.json'), 'utf8')) as BuiltClient);

/** The client as `npm run sdk` builds it. */
interface BuiltClient {
  readonly dependencies: Readonly<Record<string, string>>;
  /** Text of each file by its path. */
  readonly files: Readonly<Record<string, string>>;
}

/** The files of a package that calls this API, ready to be installed: no step of building is left to the caller. */
export function clientFiles({ language, packageName, version }: ClientPackage): Record<string, string> {
  const typed = language === 'typescript';
  const manifest = {
    name: packageName,
    version,
    description: 'Client of the PSA API',
    sideEffects: false,
    engines: { node: '>=20.3' },
    main: './index.cjs',
    module: './index.mjs',
    ...(typed && { types: './index.d.cts' }),
    exports: {
      '.': {
        import: { ...(typed && { types: './index.d.mts' }), default: './index.mjs' },
        require: { ...(typed && { types: './index.d.cts' }), default: './index.cjs' },
      },
    },
    dependencies: built().dependencies,
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': readme(packageName),
    ...Object.fromEntries(Object.entries(built().files).filter(([path]) => typed || !/\.d\.[cm]ts$/.test(path))),
    ...(typed && { 'schema.d.ts': schema() }),
  };
}

/** A first call with the client. */
export function usageExample(packageName: string): string {
  return `import { Psa, PsaError } from '${packageName}';

const psa = new Psa({ baseUrl: 'https://psa.example.com', apiKey: process.env.PSA_API_KEY });
try {
  const client = await psa.post('/api/v1/clients', { body: { client_name: 'Acme', billing_cycle: 'monthly' } });
  for await (const asset of psa.list('/api/v1/assets', { query: { client_id: client.client_id } })) console.log(asset.name);
} catch (error) {
  if (error instanceof PsaError) console.error(error.code, error.details, error.requestId);
  else throw error;
}
`;
}

function readme(packageName: string): string {
  return `# ${packageName}

Client of the PSA API, for Node.js 20.3 or newer and for browsers, as ES modules and CommonJS.

\`\`\`js
${usageExample(packageName)}\`\`\`

- Every error is a \`PsaError\` with \`status\`, \`code\`, \`message\`, \`details: [{ path, code, message }]\` and \`requestId\`.
- What failed for a moment is sent again, up to four times, with growing pauses and as \`Retry-After\` says. A POST carries an \`Idempotency-Key\`, so that it takes effect once.
- \`psa.list(path, options)\` reads all rows of a list, page by page.
- \`psa.call(method, path, options)\` also gives the \`etag\`; send it back as \`ifMatch\` to change only what you have seen.
- \`psa.upload(path, { file })\` takes a File, a Blob, bytes or a stream.
- \`psa.events({ after, types })\` reads what happens; keep its \`position\` and go on there.
- \`verifyWebhook(secret, headers, body)\` gives the event in a webhook, once it is certain who sent it.
- \`createPsaClient\` is the client of openapi-fetch with the same types, for answers as they are.
`;
}
