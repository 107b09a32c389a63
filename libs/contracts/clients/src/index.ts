export * from './client.events.ts';
export * from './client.questions.ts';
