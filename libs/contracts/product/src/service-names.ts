/**
 * The one list of services behind the gateway. What is in it is started, deployed, routed, documented and tested, and its events reach
 * rules, webhooks and the feed. A new one goes to the end: ports follow the order. It stands apart from the contracts, which are a second
 * to load: commands that need names alone answer at once.
 */
export const serviceNames = ['identity', 'clients', 'assets', 'automation', 'desk', 'time', 'billing', 'email'] as const;

export type ServiceName = (typeof serviceNames)[number];
