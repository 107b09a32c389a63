export * from './check-url.ts';
export * from './egress-error.ts';
export * from './egress-policy.ts';
export * from './egress-settings.ts';
export * from './egress.ts';
export * from './public-address.ts';
export * from './resolve-by-dns.ts';
