import type { RequestContext } from '@psa/postgres-kit';

/** The billing service, asked how service categories are used. Where the product runs without one, nothing is. */
export interface Services {
  /** @throws SERVICE_UNAVAILABLE when billing is there and does not answer */
  countInCategory(context: RequestContext, categoryId: string): Promise<number>;
  /** Services by category. @throws SERVICE_UNAVAILABLE when billing is there and does not answer */
  countByCategory(context: RequestContext): Promise<ReadonlyMap<string, number>>;
}
