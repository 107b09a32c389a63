export * from './service-usage.rpc.ts';
