/** Name of the gateway among the services. */
export const OWN_SERVICE = 'gateway';
