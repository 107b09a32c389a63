export * from './span.ts';
export * from './start-tracing.ts';
export * from './trace-parent.ts';
