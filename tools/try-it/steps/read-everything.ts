import assert from 'node:assert/strict';
import type { Trial, TrialStep } from '../trial.ts';

interface Parameter {
  readonly in: string;
  readonly required?: boolean;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

/** Requests under way at the same time. */
const AT_ONCE = 4;
/** What is not set up says so: an assistant without a language model, an accounting system that is not connected. */
const NOT_SET_UP = new Set([501, 503]);

/** Whatever can be read without knowing an id, and where the first row of each list leads: every such answer is held against the document. */
export const readEverything: TrialStep = {
  title: 'Read all that needs no id, and follow the links of what is found',
  async run(trial) {
    const { paths } = (await (await send(trial, '/api/v1/meta/openapi')).json()) as Document;
    const readable = Object.entries(paths)
      .filter(
        ([path, { get }]) =>
          // The pages beside it lead browsers on, and Prism follows them where they lead.
          path.startsWith('/api/v1/') &&
          get !== undefined &&
          !path.includes('{') &&
          !(get.parameters ?? []).some(({ required }) => required === true),
      )
      .map(([path]) => path);
    const statuses = new Map<number, number>();
    const links = new Set<string>();
    await readAll(trial, readable, (response, text) => {
      count(statuses, response);
      if (isJson(response)) for (const address of linksOf(JSON.parse(text) as ListAnswer)) links.add(address);
    });
    await readAll(trial, links, (response) => count(statuses, response));
    const told = [...statuses].map(([status, times]) => `${times} times ${status}`).join(', ');
    return `${readable.length} operations and ${links.size} links: ${told}`;
  },
};

/** Reads addresses, a few at a time. @throws AssertionError at the first that is answered as a failure of the product */
async function readAll(trial: Trial, paths: Iterable<string>, take: (response: Response, text: string) => void): Promise<void> {
  const left = [...paths];
  const reader = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      trial.signal.throwIfAborted();
      const response = await send(trial, path);
      assert(response.status < 500 || NOT_SET_UP.has(response.status), `GET ${path} was answered with ${response.status}`);
      take(response, await response.text());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

function count(statuses: Map<number, number>, { status }: Response): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('json') === true;
}

function send({ baseUrl, apiKey, log }: Trial, path: string): Promise<Response> {
  return log.fetch(baseUrl + path, { headers: { 'x-api-key': apiKey }, redirect: 'manual' });
}

interface Row {
  readonly _links?: Readonly<Record<string, { readonly href: string; readonly method: string }>>;
}

interface ListAnswer {
  readonly data?: Row[] | { readonly data?: Row[] };
}

/** Where the first row of an answer leads, in either envelope. */
function linksOf(body: ListAnswer): string[] {
  const rows = Array.isArray(body.data) ? body.data : body.data?.data;
  const [first] = Array.isArray(rows) ? rows : [];
  return Object.values(first?._links ?? {})
    .filter(({ method }) => method === 'GET')
    .map(({ href }) => href);
}
