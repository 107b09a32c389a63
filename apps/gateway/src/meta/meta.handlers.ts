import type { BoundRoute } from '@psa/http-kit';

export const metaHandlers: BoundRoute[] = [];
