export * from './logged-hours.rpc.ts';
