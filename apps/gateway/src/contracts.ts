import { collectEvents, collectRoutes, type Event, type Route } from '@psa/contract-kit';
import * as assets from '@psa/contracts-assets';
import * as automation from '@psa/contracts-automation';
import * as clients from '@psa/contracts-clients';
import * as gateway from '@psa/contracts-gateway';
import * as identity from '@psa/contracts-identity';

/** Every contract there is. What is exported by one of these is served, documented and tested. */
const contracts = [identity, clients, assets, automation, gateway];

/** Every route of the product, the gateway's own among them. */
export const routes: readonly Route[] = collectRoutes(...contracts);

/** Every event of the product. */
export const events: readonly Event[] = collectEvents(...contracts);
