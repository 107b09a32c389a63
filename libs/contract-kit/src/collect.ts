import type { Event, Events } from './event.ts';
import type { Route, Routes } from './route.ts';

/**
 * What `import * as contract from '@psa/contracts-…'` gives. With an index signature the compiler would resolve the type of every export,
 * which takes seconds.
 */
export type ContractModule = object;

/** Whether an export of a contract is a group of routes. */
function isRoutes(value: unknown): value is Routes {
  return isGroupOf(value, ['method', 'path', 'paths', 'reply', 'service', 'form']);
}

/** Whether an export of a contract is a group of events. */
function isEvents(value: unknown): value is Events {
  return isGroupOf(value, ['domain', 'aggregate', 'type', 'subject', 'data']);
}

/** Every route of the given contracts, in the order of their declaration: a route that is exported cannot be forgotten. */
export function collectRoutes(...modules: readonly ContractModule[]): readonly Route[] {
  return modules.flatMap((module) => (Object.values(module) as unknown[]).filter(isRoutes).flatMap((group) => Object.values(group)));
}

/** Every event of the given contracts. */
export function collectEvents(...modules: readonly ContractModule[]): readonly Event[] {
  return modules.flatMap((module) => (Object.values(module) as unknown[]).filter(isEvents).flatMap((group) => Object.values(group)));
}

function isGroupOf(value: unknown, members: readonly string[]): boolean {
  if (!isObject(value)) return false;
  const entries = Object.values(value);
  return entries.length > 0 && entries.every((entry) => isObject(entry) && members.every((member) => member in entry));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
