export { ApiError, conflict, invalidField, isRefusal, type Issue, type ItemRefusal, itemRefusal, notFound } from './api-error.ts';
export { collectEvents, collectRoutes } from './collect.ts';
export { CountryCode, countryName, isCountryCode } from './country-code.ts';
export { assertNoDependencies, type Dependency, dependency, inUse } from './dependencies.ts';
export { deprecated, type Deprecation, deprecatedMembers, deprecationText, outwardsIn } from './deprecation.ts';
export { type ErasedIdentity, erasedIdentity } from './erased-identity.ts';
export { describedInPlace } from './described-in-place.ts';
export { type EntityCommand, type EntityCommandResult, entityCommandRpc } from './entity-command.ts';
export { type EntityQuery, entityQueryRpc, MAX_QUERY_REPLY } from './entity-query.ts';
export {
  created,
  download,
  type Form,
  Links,
  many,
  nothing,
  one,
  page,
  Pagination,
  type PaginationBody,
  payload,
  raw,
} from './envelopes.ts';
export { type ErrorCode, errorCodes, impliedErrorCodes } from './error-codes.ts';
export {
  type Actor,
  type Event,
  type EventData,
  EventEnvelope,
  events,
  type EventSpec,
  eventSubject,
  isDeclaredEventType,
} from './event.ts';
export {
  Batch,
  type BatchItem,
  type BatchResults,
  ExternalId,
  externalIdFilter,
  MAX_BATCH_ITEMS,
  rowVersion,
  shownExternalIds,
  syncRoutes,
  writableExternalIds,
} from './external-ids.ts';
export {
  DateBound,
  dateUntil,
  Instant,
  JsonValue,
  PastInstant,
  QueryBoolean,
  queryInteger,
  queryList,
  Timestamp,
  wholeNumber,
} from './fields.ts';
export { PublicEvent } from './public-event.ts';
export { forStaff, staffMembers } from './for-staff.ts';
export { EXAMPLE_ID, Id, isUuid, type TenantId, tenantId } from './ids.ts';
export {
  type ConditionOperator,
  conditionOperators,
  type FieldCondition,
  type ListParams,
  listQuery,
  MAX_CONDITIONS,
  sparseFields,
} from './list-query.ts';
export {
  isClientPermission,
  isPermissionName,
  type Permission,
  permissionCatalogue,
  type PermissionName,
  permissions,
  type Portal,
} from './permissions/catalogue.ts';
export { type DefaultRole, defaultRoles } from './permissions/default-roles.ts';
export { type RpcMethod, rpcMethods, type RpcMethodSpec, rpcSubject } from './rpc-method.ts';
export {
  type Method,
  needsPrincipal,
  requiredPermissions,
  type Route,
  type RouteGroup,
  type Routes,
  routes,
  type RouteSpec,
  type SyncedResource,
} from './route.ts';
export { TimeZone } from './time-zone.ts';
