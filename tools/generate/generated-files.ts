import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  apiInfo,
  asyncApiDocument,
  errorsMarkdown,
  openApi30Document,
  openApiDocument,
  permissionsMarkdown,
} from '@psa/contract-kit/documents';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { events, routes } from '@psa/contracts-product';
import { repositoryRoot } from '../local/repository-root.ts';
import { decisionIndex } from './decision-index.ts';

const GENERATED = '// Generated from the contracts by `npm run sdk`. Do not change by hand.\n';

/** Everything that is generated from the contracts and kept in the repository: texts by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const openApi = openApiDocument(routes, apiInfo, events);
  return {
    'docs/openapi.json': json(openApi),
    'docs/openapi-3.0.json': json(openApi30Document(routes, apiInfo)),
    'docs/asyncapi.json': json(asyncApiDocument(events, apiInfo)),
    'docs/permissions.md': permissionsMarkdown(routes),
    'docs/errors.md': errorsMarkdown(routes),
    'docs/decisions/README.md': decisionIndex(),
    'libs/sdk/src/generated/schema.ts': GENERATED + (await typesOf(openApi)),
    'libs/sdk/package/package.json': json({ dependencies: { 'openapi-fetch': versionOf('openapi-fetch') }, files: builtClient() }),
  };
}

/** The client as it is handed out: each of its files as an ES module and as CommonJS, with types for both. */
function builtClient(): Record<string, string> {
  const folder = join(repositoryRoot, 'libs/sdk/src');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const built: Record<string, string> = {};
  for (const name of sources.toSorted()) {
    const source = readFileSync(join(folder, name), 'utf8');
    for (const [letter, module] of [
      ['m', ts.ModuleKind.ESNext],
      ['c', ts.ModuleKind.CommonJS],
    ] as const) {
      const compilerOptions: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module, isolatedModules: true, declaration: true };
      const text = source.replaceAll('./generated/schema.ts', './schema.js').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.${letter}js'`);
      const stem = name.slice(0, -'.ts'.length);
      const code = ts.transpileModule(text, { compilerOptions }).outputText;
      // A file of types alone leaves nothing to run.
      if (!/^\s*export \{\};?\s*$/.test(code)) built[`${stem}.${letter}js`] = code;
      // The compiler declares a method of a computed name twice: as a member and as a method.
      const types = ts.transpileDeclaration(text, { compilerOptions }).outputText;
      built[`${stem}.d.${letter}ts`] = types.replaceAll(/^ *\[Symbol\.\w+\]: .*\n/gm, '');
    }
  }
  return built;
}

async function typesOf(document: object): Promise<string> {
  // A member with a default may be left out by the caller; where answers always have it, their schema demands it.
  return astToString(await openapiTypescript(withoutExamples(document), { defaultNonNullable: false }));
}

/** In comments of types the examples would be most of the text. */
function withoutExamples(document: object): OpenAPI3 {
  return JSON.parse(
    JSON.stringify(document, function (this: object, key, value: unknown) {
      return (key === 'example' || key === 'examples') && 'schema' in this ? undefined : value;
    }),
  ) as OpenAPI3;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function versionOf(name: string): string {
  return (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version;
}
