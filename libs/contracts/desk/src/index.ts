export * from './team-project.questions.ts';
export * from './ticket.events.ts';
export * from './ticket.questions.ts';
