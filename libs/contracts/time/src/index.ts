export * from './logged-hours.rpc.ts';
export * from './time-entry.events.ts';
export * from './time-entry.routes.ts';
export * from './time-entry.schemas.ts';
export * from './time-period.events.ts';
export * from './time-period.routes.ts';
export * from './time-period.schemas.ts';
