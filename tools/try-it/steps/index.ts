import type { TrialStep } from '../trial.ts';
import { conflicts } from './conflicts.ts';
import { errors } from './errors.ts';
import { eventFeed } from './event-feed.ts';
import { importTwice } from './import-twice.ts';
import { pageWhileInserting } from './page-while-inserting.ts';
import { readEverything } from './read-everything.ts';
import { rules } from './rules.ts';
import { webhookRetry } from './webhook-retry.ts';

/** What a consumer does, in this order. */
export const steps: readonly TrialStep[] = [
  importTwice,
  pageWhileInserting,
  conflicts,
  webhookRetry,
  eventFeed,
  rules,
  errors,
  readEverything,
];
