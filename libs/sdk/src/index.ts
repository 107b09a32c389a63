export * from './client.ts';
export type { components, operations, paths } from './generated/schema.ts';
