export { createPsaClient, type PsaClient, type PsaClientOptions } from './client.ts';
export { EventFeed, type EventFeedOptions } from './event-feed.ts';
export type { components, operations, paths } from './generated/schema.ts';
export type { CallOptions, EventName, ListPath, Method, Options, PathOf, PsaEvent, Result, RowOf } from './operation-types.ts';
export { Psa, type PsaResponse, type Upload } from './psa.ts';
export { PsaError, type PsaIssue } from './psa-error.ts';
export type { PsaOptions } from './transport.ts';
export { type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
