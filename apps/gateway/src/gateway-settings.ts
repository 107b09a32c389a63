import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { type ServiceName, serviceNames } from '@psa/contracts-product';
import { peerSettings, processSettings, secret } from '@psa/service-kit';
import { z } from 'zod';
import type { SigningKey } from './internal-tokens.ts';

const SigningJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().min(43),
  d: z.string().min(43),
  kid: z.string().min(1).optional(),
});

const Positive = z.coerce.number().int().min(1).max(1_000_000_000);

const list = <T>(parse: (item: string, context: z.RefinementCtx) => T) =>
  z
    .string()
    .default('')
    .transform((text, context): T[] =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
        .map((item) => parse(item, context)),
    );

const upstreamUrls = Object.fromEntries(
  serviceNames.map((name) => [urlSetting(name), z.url({ protocol: /^https?$/ }).describe(`Address of the ${name} service`)]),
) as { [Name in ServiceName as `PSA_${Uppercase<Name>}_URL`]: z.ZodURL };

/** Settings of a gateway that shares its process with the services, whose addresses it is told when they are there. */
export const gatewaySettingsBesideServices = {
  ...processSettings,
  PSA_TOKEN_SIGNING_KEY: secret(z.string().transform(parseSigningKeys)).describe(
    'Private Ed25519 key as a JWK in JSON, by which internal tokens are signed; or several as {"keys":[…]}, of which the first signs and all are published',
  ),
  PSA_RATE_LIMIT_BURST: Positive.default(120).describe(
    'Requests of one key at once after a pause, unless the key or its tenant has a limit of its own',
  ),
  PSA_RATE_LIMIT_PER_MINUTE: Positive.default(60).describe('Requests of one key a minute in the long run'),
  PSA_TENANT_RATE_LIMIT_BURST: Positive.optional().describe("Requests of all keys of a tenant at once; ten times a key's when absent"),
  PSA_TENANT_RATE_LIMIT_PER_MINUTE: Positive.optional().describe(
    "Requests of all keys of a tenant a minute; ten times a key's when absent",
  ),
  PSA_CORS_ORIGINS: list(parseOrigin).describe(
    'Origins whose pages may call the API from a browser, https://host[:port], separated by commas; none when empty',
  ),
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe('Address under which people and programs reach the API: its pages may use session cookies'),
  PSA_TRUSTED_PROXIES: list(parseNetwork).describe(
    'Addresses or networks of the proxies in front whose x-forwarded-for and x-forwarded-proto are believed, separated by commas',
  ),
  PSA_QUEUE_DELAY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(5_000)
    .default(100)
    .describe(
      'How long the first of the requests that wait for a service may have waited before further ones get a 503; five times as long in a burst',
    ),
  PSA_UPSTREAM_TIMEOUT_MS: Positive.default(30_000).describe('Longest time a service may take without a sign of progress'),
};

/** Settings of the gateway. */
export const gatewaySettings = { ...processSettings, ...peerSettings, ...upstreamUrls, ...gatewaySettingsBesideServices };

export type GatewaySettings = z.output<z.ZodObject<typeof gatewaySettings>>;

/** The settings that say where the services are. @param urls by service */
export function upstreamSettings(urls: Readonly<Record<string, string>>): Pick<GatewaySettings, keyof typeof upstreamUrls> {
  return Object.fromEntries(serviceNames.map((name) => [urlSetting(name), urls[name] ?? ''])) as Pick<
    GatewaySettings,
    keyof typeof upstreamUrls
  >;
}

/** The address of a service as configured. */
export function upstreamUrl(settings: GatewaySettings, name: ServiceName): URL {
  return new URL(settings[urlSetting(name)]);
}

function urlSetting<Name extends ServiceName>(name: Name): `PSA_${Uppercase<Name>}_URL` {
  return `PSA_${name.toUpperCase() as Uppercase<Name>}_URL`;
}

function parseSigningKeys(text: string, context: z.RefinementCtx): [SigningKey, ...SigningKey[]] {
  const given = jsonOrUndefined(text);
  const jwks = z.tuple([SigningJwk], SigningJwk).safeParse((given as { keys?: unknown } | null | undefined)?.keys ?? [given]);
  if (!jwks.success)
    return refuse(
      context,
      'must be a private Ed25519 key as a JWK, {"kty":"OKP","crv":"Ed25519","x":…,"d":…}, or a list of them, {"keys":[…]}',
    );
  const [first, ...others] = jwks.data;
  return [withKeyId(first), ...others.map(withKeyId)];
}

function withKeyId({ kty, crv, x, d, kid }: z.infer<typeof SigningJwk>): SigningKey {
  // RFC 7638: these members, in this order.
  return { kty, crv, x, d, kid: kid ?? createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url') };
}

function parseOrigin(text: string, context: z.RefinementCtx): string {
  const origin = URL.parse(text)?.origin;
  return origin === text ? origin : refuse(context, `${text} is not an origin such as https://portal.example.com`);
}

/** A range of addresses. */
export interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function parseNetwork(text: string, context: z.RefinementCtx): Network {
  const [address = '', bits] = text.split('/', 2);
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  if (longest === -1 || length > longest) return refuse(context, `${text} is not an address or a network such as 10.0.0.0/8`);
  return { address, bits: length, family: longest === 32 ? 'ipv4' : 'ipv6' };
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
