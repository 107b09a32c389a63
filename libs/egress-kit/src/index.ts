export { checkEgressUrl } from './check-url.ts';
export { EgressError, toEgressError } from './egress-error.ts';
export { type EgressPolicy, egressPolicy } from './egress-policy.ts';
export { egressSettings } from './egress-settings.ts';
export { Egress, type EgressRequest, type EgressResponse, resolveBySystem } from './egress.ts';
export { resolveByDns } from './resolve-by-dns.ts';
