export * from './email.events.ts';
export * from './email.rpc.ts';
export * from './fields.ts';
export * from './message.schemas.ts';
export * from './outbound.schemas.ts';
export * from './provider.schemas.ts';
export * from './template.schemas.ts';
