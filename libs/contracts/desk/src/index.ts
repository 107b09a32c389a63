export * from './team-project.rpc.ts';
export * from './ticket.events.ts';
export * from './ticket.rpc.ts';
