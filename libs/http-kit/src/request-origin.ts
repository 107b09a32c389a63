import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Origin } from '@psa/postgres-kit';

const LONGEST_AGENT = 512;

/** Where a request came from. The gateway drops what a caller says of it and writes the one address it vouches for. */
export function requestOrigin(headers: IncomingHttpHeaders | Readonly<Record<string, string | string[] | undefined>>): Origin {
  const { 'x-forwarded-for': address, 'user-agent': agent } = headers;
  return {
    address: typeof address === 'string' && isIP(address) !== 0 ? address : null,
    // eslint-disable-next-line no-control-regex
    userAgent: typeof agent === 'string' && agent !== '' ? agent.replaceAll(/[\x00-\x1f\x7f]/g, '_').slice(0, LONGEST_AGENT) : null,
  };
}
