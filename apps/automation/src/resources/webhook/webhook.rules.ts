import { ApiError, type Event, invalidField } from '@psa/contract-kit';
import type { WebhookSecurity, WebhookSecurityInput } from '@psa/contracts-automation';
import { checkEgressUrl, EgressError, type EgressPolicy } from '@psa/egress-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';
import { selects, unknownPatterns } from './event-selection.rules.ts';

/** @throws VALIDATION_ERROR saying why the product must not call there */
export function requireReachable(url: string, policy: EgressPolicy, member = 'url'): void {
  try {
    checkEgressUrl(url, policy);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw invalidField(member, error.message, 'forbidden_address');
  }
}

/** @throws VALIDATION_ERROR naming the patterns that select no event there is */
export function requireKnownEvents(patterns: readonly string[], catalogue: readonly Event[], member = 'event_types'): void {
  const unknown = unknownPatterns(
    patterns,
    catalogue.map(({ name }) => name),
  );
  if (unknown.length === 0) return;
  throw new ApiError(
    'VALIDATION_ERROR',
    undefined,
    unknown.map((pattern) => ({
      code: 'unknown_event',
      path: [member, patterns.indexOf(pattern)],
      message: `${pattern} is no event; GET /api/v1/webhooks/events lists them`,
    })),
  );
}

/**
 * Whoever has events sent learns what is in them.
 * @throws FORBIDDEN when the caller may not read one of the events that the patterns select
 */
export function demandReadersOf(patterns: readonly string[], catalogue: readonly Event[], principal: Principal): void {
  if (principal.userType !== 'internal') throw new ApiError('FORBIDDEN', 'Webhooks are for internal users');
  for (const { name, reader } of catalogue) {
    if (reader !== undefined && patterns.some((pattern) => selects(pattern, name))) demandPermissions(principal, [reader]);
  }
}

/** @throws VALIDATION_ERROR when a body is to follow a template and there is none */
export function requireTemplate(format: string, transformation: { readonly template?: unknown } | null | undefined): void {
  if (format === 'custom' && transformation?.template === undefined) {
    throw invalidField(['payload_transformation', 'template'], 'is needed with payload_format custom', 'required');
  }
}

/** What may be shown of security settings. */
export function shownSecurity(input: WebhookSecurityInput): WebhookSecurity {
  if (input.type === 'basic_auth') return { type: input.type, username: input.username };
  if (input.type === 'api_key') return { type: input.type, header_name: input.header_name };
  if (input.type === 'hmac_signature') return { type: input.type, signature_header: input.signature_header, algorithm: input.algorithm };
  return { type: input.type };
}

/** The member in which the secret of a type is given. */
export const SECRET_MEMBER = { basic_auth: 'password', bearer_token: 'token', api_key: 'token', hmac_signature: 'secret' } as const;
