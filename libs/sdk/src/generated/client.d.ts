// Generated from the contracts by `npm run sdk`. Do not change by hand.
import type { Client, ClientOptions } from 'openapi-fetch';
import type { paths } from './schema.js';
/** Where the API is and who calls it; everything else as in openapi-fetch. */
export interface PsaClientOptions extends Omit<ClientOptions, 'baseUrl' | 'headers'> {
    /** Address of the gateway, without `/api`. */
    readonly baseUrl: string;
    /** Key of the user in whose name the client acts. */
    readonly apiKey: string;
}
/** The API as typed methods: `GET`, `POST`, `PUT`, `DELETE` of a path template. */
export type PsaClient = Client<paths>;
/** A client whose requests and answers are typed by the API's own description. */
export declare function createPsaClient({ apiKey, ...options }: PsaClientOptions): PsaClient;
