export { derivedTests } from './derived-tests.ts';
export type { SharedWithClients } from './portal-tests.ts';
export type { Fixture, RouteRequest, World } from './fixture.ts';
