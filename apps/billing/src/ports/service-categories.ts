import type { RequestContext } from '@psa/postgres-kit';

/** The desk, asked about the categories of services. Where the product runs without one, every id is taken as it is. */
export interface ServiceCategories {
  /** @throws SERVICE_UNAVAILABLE when the desk is there and does not answer */
  has(context: RequestContext, categoryId: string): Promise<boolean>;
}
