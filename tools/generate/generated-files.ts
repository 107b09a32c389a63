import { readFileSync } from 'node:fs';
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

const GENERATED = '// Generated from the contracts by `npm run sdk`. Do not change by hand.\n';
const CLIENT_SOURCE = 'libs/sdk/src/client.ts';

/** Everything that is generated from the contracts and kept in the repository: texts by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const openApi = openApiDocument(routes, apiInfo);
  const client = clientForPackage();
  return {
    'docs/openapi.json': json(openApi),
    'docs/openapi-3.0.json': json(openApi30Document(routes, apiInfo)),
    'docs/asyncapi.json': json(asyncApiDocument(events, apiInfo)),
    'docs/permissions.md': permissionsMarkdown(routes),
    'docs/errors.md': errorsMarkdown(routes),
    'libs/sdk/src/generated/schema.ts': GENERATED + (await typesOf(openApi)),
    'libs/sdk/src/generated/client.js': GENERATED + client.code,
    'libs/sdk/src/generated/client.d.ts': GENERATED + client.types,
    'libs/sdk/src/generated/dependencies.json': json({ 'openapi-fetch': versionOf('openapi-fetch') }),
  };
}

/** The client as it is handed out: JavaScript and its types, beside the schema instead of above it. */
function clientForPackage(): { code: string; types: string } {
  const source = readFileSync(join(repositoryRoot, CLIENT_SOURCE), 'utf8').replace('./generated/schema.ts', './schema.js');
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    isolatedModules: true,
    verbatimModuleSyntax: true,
  };
  return {
    code: ts.transpileModule(source, { compilerOptions }).outputText,
    types: ts.transpileDeclaration(source, { compilerOptions }).outputText,
  };
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
