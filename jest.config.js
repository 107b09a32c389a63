/** Tests run the TypeScript sources as Node itself loads them, on a real Postgres and a real NATS (see tools/test.ts). */
export default {
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.test.ts'],
  testEnvironment: 'node',
  testSequencer: '<rootDir>/tools/jest-sequencer.js',
  testRunner: '<rootDir>/tools/testing/native-runner/run-test-file.ts',
  transform: {},
  testPathIgnorePatterns: [
    '/node_modules/',
    // What only a Citus cluster does; see docs/scaling.md.
    ...(process.env.PSA_TEST_ENGINE === 'citus' ? [] : ['\\.citus\\.test\\.ts$']),
    // Where tenants lie on several nodes, a statement finds its node by the tenant, and no schema lies on one as a whole.
    ...(process.env.PSA_TEST_DISTRIBUTION === 'tenant'
      ? ['row-level-security\\.isolated\\.test\\.ts$', 'place-schema\\.citus\\.test\\.ts$']
      : ['\\.tenants\\.citus\\.test\\.ts$']),
  ],
  modulePathIgnorePatterns: ['<rootDir>/\\.psa', '<rootDir>/tools/new/templates/'],
  // The first test of a service on a cluster moves its schema to a worker.
  testTimeout: process.env.PSA_TEST_ENGINE === 'citus' ? 120_000 : 30_000,
};
