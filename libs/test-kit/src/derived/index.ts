export { derivedTests } from './derived-tests.ts';
export { FROM_FIXTURE } from './example-body.ts';
export { NOT_LITERAL, type RequestExample, requestExamples } from './example-tests.ts';
export type { SharedWithClients } from './portal-tests.ts';
export { syncFixtures } from './sync-fixtures.ts';
export { type Fixture, newWorld, type RouteRequest, type World } from './fixture.ts';
