import { permissions } from '@psa/contract-kit';

/** What a caller may need to read the events of the product: which of it, depends on the event. */
export const eventReaders = permissions.filter(({ action }) => action === 'read').map(({ name }) => name);
