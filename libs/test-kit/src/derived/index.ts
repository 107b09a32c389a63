export { derivedTests } from './derived-tests.ts';
export type { SharedWithClients } from './portal-tests.ts';
export { syncFixtures } from './sync-fixtures.ts';
export { type Fixture, newWorld, type RouteRequest, type World } from './fixture.ts';
