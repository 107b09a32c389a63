import { type EntityQuery, isRefusal, type PermissionName } from '@psa/contract-kit';
import type { RequestContext } from '@psa/postgres-kit';
import { z } from 'zod';
import type { Ports } from '../../automation-app.ts';
import type { ModelTool, ToolCall } from '../../ports/language-model.ts';

/** Max characters of a look-up that the model reads. */
const MAX_REPLY = 12_000;
const MAX_SUMMARY = 200;
const ROWS = '10';

interface Lookup {
  readonly route: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

interface ChatTool {
  readonly description: string;
  readonly permission: PermissionName;
  readonly service: string;
  readonly arguments: z.ZodType;
  /** What is shown of a call. */
  readonly summary: (given: never) => string;
  readonly lookup: (given: never) => Lookup;
}

const tool = <Arguments extends z.ZodType>(
  definition: Omit<ChatTool, 'arguments' | 'summary' | 'lookup'> & {
    readonly arguments: Arguments;
    readonly summary: (given: z.output<Arguments>) => string;
    readonly lookup: (given: z.output<Arguments>) => Lookup;
  },
): ChatTool => definition;

const Text = z.string().trim().min(1).max(200);
const Id = z.guid();
const open = z.boolean().optional().describe('true: open ones; false: closed ones; all when absent');
const flag = (value: boolean | undefined) => (value === undefined ? undefined : String(value));

const TOOLS: Readonly<Record<string, ChatTool>> = {
  search_tickets: tool({
    description: 'Find tickets by text or number, the most relevant first',
    permission: 'ticket:read',
    service: 'desk',
    arguments: z.object({ query: Text, include_closed: z.boolean().default(true) }),
    summary: ({ query }) => `Searched tickets for "${query}"`,
    lookup: ({ query, include_closed }) => ({
      route: 'searchTickets',
      query: { query, include_closed: String(include_closed), fields: 'title,ticket_number,description', limit: ROWS },
    }),
  }),
  list_tickets: tool({
    description: 'List tickets, the newest first, with filters',
    permission: 'ticket:read',
    service: 'desk',
    arguments: z.object({
      is_open: open,
      is_overdue: z.boolean().optional(),
      client_id: Id.optional().describe('Tickets of this client'),
      assigned_to: Id.optional().describe('Tickets of this user'),
    }),
    summary: () => 'Listed tickets',
    lookup: ({ is_open, is_overdue, client_id, assigned_to }) => ({
      route: 'listTickets',
      query: { is_open: flag(is_open), is_overdue: flag(is_overdue), client_id, assigned_to, limit: ROWS },
    }),
  }),
  get_ticket: tool({
    description: 'Read one ticket with its details',
    permission: 'ticket:read',
    service: 'desk',
    arguments: z.object({ ticket_id: Id }),
    summary: () => 'Read a ticket',
    lookup: ({ ticket_id }) => ({ route: 'getTicket', params: { id: ticket_id } }),
  }),
  list_ticket_comments: tool({
    description: 'Read the conversation on a ticket',
    permission: 'ticket:read',
    service: 'desk',
    arguments: z.object({ ticket_id: Id }),
    summary: () => 'Read the comments of a ticket',
    lookup: ({ ticket_id }) => ({ route: 'listTicketComments', params: { id: ticket_id } }),
  }),
  list_assets: tool({
    description: 'Find assets by name, tag or serial number, or list those of a client',
    permission: 'asset:read',
    service: 'assets',
    arguments: z.object({ search: Text.optional(), client_id: Id.optional() }),
    summary: ({ search }) => (search === undefined ? 'Listed assets' : `Searched assets for "${search}"`),
    lookup: ({ search, client_id }) => ({ route: 'listAssets', query: { search, client_id, limit: ROWS } }),
  }),
  get_asset: tool({
    description: 'Read one asset with its details',
    permission: 'asset:read',
    service: 'assets',
    arguments: z.object({ asset_id: Id }),
    summary: () => 'Read an asset',
    lookup: ({ asset_id }) => ({ route: 'getAsset', params: { id: asset_id } }),
  }),
  list_clients: tool({
    description: 'Find clients by name',
    permission: 'client:read',
    service: 'clients',
    arguments: z.object({ search: Text.optional() }),
    summary: ({ search }) => (search === undefined ? 'Listed clients' : `Searched clients for "${search}"`),
    lookup: ({ search }) => ({ route: 'listClients', query: { search, limit: ROWS } }),
  }),
  get_client: tool({
    description: 'Read one client',
    permission: 'client:read',
    service: 'clients',
    arguments: z.object({ client_id: Id }),
    summary: () => 'Read a client',
    lookup: ({ client_id }) => ({ route: 'getClient', params: { id: client_id } }),
  }),
  list_contacts: tool({
    description: 'Find contacts by name or email, or list those of a client',
    permission: 'contact:read',
    service: 'clients',
    arguments: z.object({ search: Text.optional(), client_id: Id.optional() }),
    summary: ({ search }) => (search === undefined ? 'Listed contacts' : `Searched contacts for "${search}"`),
    lookup: ({ search, client_id }) => ({ route: 'listContacts', query: { search, client_id, limit: ROWS } }),
  }),
};

/** What the model may look up for one person. */
export interface ToolBox {
  readonly caller: EntityQuery['caller'];
  readonly tools: readonly ModelTool[];
}

/** A look-up that was made, as the person sees it. */
export interface MadeCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly status: 'ok' | 'error';
  readonly summary: string;
}

/** The tools of a person: those whose permission they hold. What each answers their owner decides once more. */
export function toolBox(caller: EntityQuery['caller']): ToolBox | undefined {
  const held = new Set(caller.permissions);
  const tools = Object.entries(TOOLS)
    .filter(([, { permission }]) => held.has(permission))
    .map(([name, { description, arguments: schema }]) => {
      const { $schema: _version, ...parameters } = z.toJSONSchema(schema, { io: 'input' });
      return { name, description, parameters };
    });
  return tools.length === 0 ? undefined : { caller, tools };
}

/** Makes a look-up for the model. What is wrong with it the model is told: it may ask better. */
export async function callTool(
  { caller, tools }: ToolBox,
  { name, arguments: text }: ToolCall,
  { entities, log }: Pick<Ports, 'entities' | 'log'>,
  context: RequestContext,
): Promise<{ made: MadeCall; reply: string }> {
  const failed = (summary: string, message: string, given: unknown = null) => ({
    made: { name: name.slice(0, 100), arguments: given, status: 'error' as const, summary },
    reply: JSON.stringify({ error: message }),
  });
  const known = tools.some((offered) => offered.name === name) ? TOOLS[name] : undefined;
  if (known === undefined) return failed('Asked for a look-up there is not', 'There is no such tool');
  const given = parse(known.arguments, text);
  if (!given.success) return failed('Asked in a way that was not understood', given.message);
  const summary = known.summary(given.value as never).slice(0, MAX_SUMMARY);
  const { route, params = {}, query = {} } = known.lookup(given.value as never);
  try {
    const reply = await entities.query(context, known.service, {
      route,
      params: { ...params },
      query: Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      caller,
    });
    return { made: { name, arguments: given.value, status: 'ok', summary }, reply: bounded(reply) };
  } catch (error) {
    const isAnswer = isRefusal(error);
    if (!isAnswer) log.warn({ err: error, tool: name }, 'a look-up of the chat failed');
    return failed(summary, isAnswer ? error.message : 'This cannot be looked up right now', given.value);
  }
}

function parse(schema: z.ZodType, text: string): { success: true; value: unknown } | { success: false; message: string } {
  try {
    const { success, data, error } = schema.safeParse(JSON.parse(text === '' ? '{}' : text));
    if (success) return { success, value: data };
    return { success, message: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
  } catch {
    return { success: false, message: 'The arguments are not JSON' };
  }
}

/** Without members that say nothing, and cut where it is too long for the model. */
function bounded(reply: Record<string, unknown>): string {
  const text = JSON.stringify(reply, (_, value: unknown) => (value === null || value === '' ? undefined : value));
  return text.length <= MAX_REPLY ? text : `${text.slice(0, MAX_REPLY)}… (cut)`;
}
