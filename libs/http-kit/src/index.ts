export { Answer, answerWith, Download, Redirect, versioned } from './answer.ts';
export { callRoute, type RouteCall } from './call-route.ts';
export { csvLines, fromSafeCell } from './csv.ts';
export { dispatcher, type Finished, type ListSource } from './dispatcher.ts';
export { ASSET_API_VERSION, renderError } from './error-form.ts';
export { toApiError, unavailable } from './error-mapping.ts';
export { type Accepted, demandVersion } from './etag.ts';
export { EventStream, type StreamEvent, wantsEventStream } from './event-stream.ts';
export { type ExportFile, exportFile } from './export-file.ts';
export { createExpressApp } from './express-app.ts';
export { type AppTypes, type BoundRoute, handlersFor, type RequestInfo } from './handlers.ts';
export type { UploadedFile } from './multipart.ts';
export { PathMatcher } from './path-matcher.ts';
export { performRoute } from './perform-route.ts';
export { assertInClientScope, assertPortalFilters, clientScopeOf } from './portal.ts';
export {
  demandPermissions,
  INTERNAL_ISSUER,
  type InternalClaims,
  type Principal,
  principalOf,
  principalVerifier,
  type VerifyPrincipal,
} from './principal.ts';
export { RawAnswer, type RawHead } from './raw-answer.ts';
export { readByRoute } from './read-by-route.ts';
export { errorReply, ONE_PIECE, type Reply, writeReply } from './reply.ts';
export { requestOrigin } from './request-origin.ts';
export { DEFAULT_BODY_LIMIT, parseJsonBody, readBody } from './request-body.ts';
export { syncedHandlers } from './external-ids/synced-handlers.ts';
export { createPeerFetch, type PeerFetch, type PeerFetcher } from './tls/peer-fetch.ts';
export { ReloadedTls, type TlsFiles } from './tls/reloaded-tls.ts';
export { type FileFacts, safeFilename, safeMediaType, UNTRUSTED_FILE_HEADERS, uploadFacts } from './uploaded-file.ts';
export { parseItem, parseQueryString } from './validation.ts';
