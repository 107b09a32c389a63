// Generated from the contracts by `npm run sdk`. Do not change by hand.
import createClient from 'openapi-fetch';
/** A client whose requests and answers are typed by the API's own description. */
export function createPsaClient({ apiKey, ...options }) {
    return createClient({ ...options, headers: { 'x-api-key': apiKey } });
}
