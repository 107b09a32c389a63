export * from './api-key-format.ts';
export * from './identity.events.ts';
export * from './identity.questions.ts';
