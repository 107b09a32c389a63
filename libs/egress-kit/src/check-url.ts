import { isIP } from 'node:net';
import { EgressError } from './egress-error.ts';
import type { EgressPolicy } from './egress-policy.ts';

const PORTS = new Set(['', '443', '8443']);

/** Names that only mean something inside a cluster, a company or a machine. */
const INTERNAL_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|svc|cluster\.local|home\.arpa|onion)$/;

/**
 * Checks an address a user chose, as far as it can be checked without asking: its name may still lead to a private address,
 * which is looked at again when the connection is opened.
 * @throws EgressError saying what is wrong with it
 */
export function checkEgressUrl(text: string | URL, policy: EgressPolicy): URL {
  const url = parse(text);
  if (url.username !== '' || url.password !== '') throw forbidden('must not hold credentials');
  const host = hostOf(url);
  const chosen = policy.allowsHost(host);
  if (url.protocol !== 'https:' && !(chosen && url.protocol === 'http:')) throw forbidden('must begin with https://');
  if (chosen) return url;
  if (!PORTS.has(url.port)) throw forbidden('must use port 443 or 8443');
  if (isIP(host) === 0 ? !host.includes('.') || INTERNAL_NAMES.test(host) : !policy.allowsAddress(host, host)) {
    throw forbidden('must be reachable from the public internet');
  }
  return url;
}

/** The host of a URL as policies name it: lower case, without brackets and without the dot of the root. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function parse(text: string | URL): URL {
  try {
    return new URL(text);
  } catch {
    throw forbidden('must be an address');
  }
}

function forbidden(message: string): EgressError {
  return new EgressError('forbidden', message);
}
