export * from './answerable-codes.ts';
export * from './api-info.ts';
export * from './asyncapi.ts';
export * from './error-bodies.ts';
export * from './errors-markdown.ts';
export { exampleOf, type JsonSchema } from './example.ts';
export * from './openapi.ts';
export * from './openapi-30.ts';
export * from './permissions-markdown.ts';
