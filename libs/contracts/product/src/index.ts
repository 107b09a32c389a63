import { collectEvents, collectRoutes, type Event, type Route } from '@psa/contract-kit';
import * as assets from '@psa/contracts-assets';
import * as automation from '@psa/contracts-automation';
import * as clients from '@psa/contracts-clients';
import * as gateway from '@psa/contracts-gateway';
import * as identity from '@psa/contracts-identity';
import * as desk from '@psa/contracts-desk';
import * as time from '@psa/contracts-time';
import * as billing from '@psa/contracts-billing';
import * as email from '@psa/contracts-email';
import { type ServiceName, serviceNames } from './service-names.ts';

/** The contract of each service behind the gateway. */
const services = { identity, clients, assets, automation, desk, time, billing, email } satisfies Record<ServiceName, object>;

export { type ServiceName, serviceNames };

/** Every route of the product, the gateway's own among them. */
export const routes: readonly Route[] = collectRoutes(...Object.values(services), gateway);

/** Every event of the product. */
export const events: readonly Event[] = collectEvents(...Object.values(services), gateway);
