export * from './otlp-sink.ts';
export * from './test-api.ts';
export * from './test-database.ts';
export * from './test-principal.ts';
export * from './test-servers.ts';
export * from './test-service.ts';
