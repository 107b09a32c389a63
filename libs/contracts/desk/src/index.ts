export * from './ticket.events.ts';
export * from './ticket.questions.ts';
