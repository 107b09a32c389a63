/** Tests run the TypeScript sources as native ES modules, on a real Postgres and a real NATS (see tools/test.ts). */
export default {
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.test.ts'],
  testEnvironment: 'node',
  testSequencer: '<rootDir>/tools/jest-sequencer.js',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, transform: { verbatimModuleSyntax: true } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/\\.psa', '<rootDir>/tools/new/templates/'],
  testTimeout: 30_000,
  // Each file's modules stay in their worker: a new one now and then keeps the collector from drowning in them.
  workerIdleMemoryLimit: '1GB',
  injectGlobals: true,
};
