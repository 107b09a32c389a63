export * from './logged-hours.rpc.ts';
export * from './time-period.events.ts';
export * from './time-period.routes.ts';
export * from './time-period.schemas.ts';
