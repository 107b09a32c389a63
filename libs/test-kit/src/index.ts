export * from './test-api.ts';
export * from './test-database.ts';
export * from './test-principal.ts';
export * from './test-servers.ts';
export * from './test-service.ts';
export { derivedTests } from './derived/derived-tests.ts';
export type { Fixture, RouteRequest, World } from './derived/fixture.ts';
