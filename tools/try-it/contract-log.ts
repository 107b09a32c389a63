import { VIOLATIONS_HEADER } from './validating-proxy.ts';

/** One violation of the OpenAPI document, as Prism tells it. */
interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** Requests that went through the proxy, and where they or their answers violate the document. */
export class ContractLog {
  readonly violations: string[] = [];
  #requests = 0;

  get requests(): number {
    return this.#requests;
  }

  /** Takes over what another process has counted. */
  add(requests: number, violations: readonly string[]): void {
    this.#requests += requests;
    this.violations.push(...violations);
  }

  /** What was counted since the last time. */
  take(): { readonly requests: number; readonly violations: readonly string[] } {
    const taken = { requests: this.#requests, violations: this.violations.splice(0) };
    this.#requests = 0;
    return taken;
  }

  /** The global fetch, with every answer looked at. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    this.add(1, violationsOf(`${init?.method ?? 'GET'} ${url.pathname}${url.search}`, response));
    return response;
  };
}

/**
 * What counts of what Prism tells: everything about answers, and of requests only what the API took although the document forbids it.
 * A request that is wrong on purpose is to be refused, and then both agree.
 */
function violationsOf(request: string, response: Response): string[] {
  const header = response.headers.get(VIOLATIONS_HEADER);
  if (header === null) return [];
  if (!header.startsWith('[')) return [`${request} (${response.status}): ${header}`];
  return (JSON.parse(header) as Violation[])
    .filter(({ location }) => location[0] === 'response' || response.status < 400)
    .map(({ location, message }) => `${request} (${response.status}): ${location.join('.')} ${message}`);
}
