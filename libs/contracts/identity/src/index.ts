export * from './api-key-format.ts';
export * from './api-key-validation.routes.ts';
export * from './api-key.routes.ts';
export * from './api-key.schemas.ts';
export * from './identity.events.ts';
export * from './identity.questions.ts';
export * from './rate-limit.schemas.ts';
