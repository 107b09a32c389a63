import type { RequestContext } from '@psa/postgres-kit';

/** A service type as billing keeps it. */
export interface ServiceTypeFacts {
  readonly service_type_id: string;
  readonly name: string;
  readonly order_number: number;
}

/** A service type to be. */
export interface NewServiceType {
  readonly name: string;
  readonly billing_method: 'fixed' | 'hourly' | 'usage';
  readonly order_number: number;
}

/** The billing service, which keeps services and their types. Where the product runs without one, no category is used. */
export interface Services {
  /** @throws SERVICE_UNAVAILABLE when billing is there and does not answer */
  countInCategory(context: RequestContext, categoryId: string): Promise<number>;
  /** Services by category. @throws SERVICE_UNAVAILABLE when billing is there and does not answer */
  countByCategory(context: RequestContext): Promise<ReadonlyMap<string, number>>;
  /** The service types of the tenant. @throws SERVICE_UNAVAILABLE when the service does not answer */
  serviceTypes(context: RequestContext): Promise<readonly ServiceTypeFacts[]>;
  /**
   * Creates those service types whose names are not taken, all or none; a repetition changes nothing.
   * @returns each in the order asked for @throws SERVICE_UNAVAILABLE when the service does not answer
   */
  importServiceTypes(
    context: RequestContext,
    types: readonly NewServiceType[],
  ): Promise<readonly { readonly service_type_id: string; readonly is_new: boolean }[]>;
}
