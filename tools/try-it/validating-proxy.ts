import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { pino } from 'pino';

export interface ValidatingProxy {
  /** Where consumers send their requests instead. */
  readonly baseUrl: string;
  /** Operations of the document it validates by. */
  readonly operations: number;
  stop(): Promise<void>;
}

/** Header in which Prism tells how a request or its answer violates the document. */
export const VIOLATIONS_HEADER = 'sl-violations';

/**
 * Starts Prism between consumers and a running product: it hands requests on as they are, and tells in a header of the answer where
 * the two violate the OpenAPI document that the product serves.
 * @param upstream address of the gateway
 */
export async function startValidatingProxy(upstream: string): Promise<ValidatingProxy> {
  const response = await fetch(`${upstream}/api/v1/meta/openapi`);
  if (!response.ok) throw new Error(`The OpenAPI document was answered with ${response.status}`);
  const operations = await getHttpOperationsFromSpec((await response.json()) as object);
  const server = createServer(operations, {
    components: { logger: pino({ level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // What violates the document is to reach the gateway all the same: how it answers is part of what is looked at.
      errors: false,
    },
  });
  const baseUrl = await server.listen(0, '127.0.0.1');
  return { baseUrl, operations: operations.length, stop: () => server.close() };
}
