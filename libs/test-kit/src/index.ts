export { earlier } from './earlier.ts';
export { outsidePorts, UNKNOWN } from './outside-ports.ts';
export { OtlpSink } from './otlp-sink.ts';
export { statementsOf } from './statements-of.ts';
export { TestApi, type TestRequest, type TestResponse } from './test-api.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { caller, everyPermission, signToken, type TestCaller, testVerifier } from './test-principal.ts';
export { takeNatsAccount, testServers } from './test-servers.ts';
export { eventually, testEncryptionKeys, testReplicas, TestService, type TestServiceOptions, testSettings } from './test-service.ts';
