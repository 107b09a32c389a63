import { setTimeout as sleep } from 'node:timers/promises';

const TUPLE_CONCURRENTLY_UPDATED = 'XX000';
const UNIQUE_VIOLATION = '23505';
const DUPLICATE_OBJECT = '42710';
const ATTEMPTS = 20;

/** Roles belong to the whole server and locks to one database: migrations of two databases get in each other's way, and try again. */
export async function retryOnCatalogConflict(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const collided = [TUPLE_CONCURRENTLY_UPDATED, UNIQUE_VIOLATION, DUPLICATE_OBJECT].includes((error as { code?: string }).code ?? '');
      if (!collided || attempt >= ATTEMPTS) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}
