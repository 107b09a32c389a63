import { DateBound, Id } from '@psa/contract-kit';
import { z } from 'zod';

/** Words for the standard statuses of projects; `active` and `in_progress` are the same. */
export const ProjectStatusWord = z
  .enum(['planning', 'active', 'on_hold', 'completed', 'cancelled', 'in_progress'])
  .meta({ id: 'ProjectStatusWord' });
export type ProjectStatusWord = z.infer<typeof ProjectStatusWord>;

/** A status of projects by its id, or one of the standard statuses by its word. */
export const ProjectStatusReference = z.union([ProjectStatusWord, Id], { error: 'must be the id of a status or a standard status' });

/** A day or an instant; a day is its first instant in UTC. */
export const ProjectDate = DateBound;

/** Max hours of an estimate or a budget: more than a thousand people work in a hundred years is a typing error. */
const MAX_HOURS = 1_000_000;

export const Hours = z.number().min(0).max(MAX_HOURS);

export const nullableText = (longest: number) => z.string().max(longest).nullish();
