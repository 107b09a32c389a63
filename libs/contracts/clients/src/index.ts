export * from './client-location.routes.ts';
export * from './client-location.schemas.ts';
export * from './client.events.ts';
export * from './client.questions.ts';
export * from './client.routes.ts';
export * from './client.schemas.ts';
export * from './contact-fields.ts';
