import type { MicrosoftConfig } from '@psa/contracts-email';
import type { EgressRequest } from '@psa/egress-kit';
import type { Ports } from '../email-app.ts';
import { type Cursor, type Mailbox, MailboxError, type MessagePage } from '../ports/mailbox.ts';
import { type ApiAnswer, callProvider, faultOf, fetchBytes, headerOf, itemFaultOf, rebase, wrongAccount } from './provider-api.ts';

const GRAPH = 'https://graph.microsoft.com';
const ME = `${GRAPH}/v1.0/me`;
/** PidTagMessageSize, which Graph has no member of its own for. */
const MESSAGE_SIZE = 'Integer 0x0E08';
const MEMBERS = 'id,conversationId,isDraft,receivedDateTime';

/** By folder: the link Graph gave, or a scan since an instant that comes before it. */
interface FolderCursor {
  readonly delta?: string;
  readonly scan?: string;
}
type MicrosoftCursor = { readonly folders: Readonly<Record<string, FolderCursor>> };

interface GraphMessage {
  readonly id: string;
  readonly conversationId?: string;
  readonly isDraft?: boolean;
  readonly '@removed'?: unknown;
}

export interface GraphSubscription {
  readonly id: string;
  readonly expiresAt: string;
}

export interface MicrosoftMailbox extends Mailbox {
  subscribe(request: { notificationUrl: string; clientState: string; expiresAt: Date }): Promise<GraphSubscription>;
  /** @returns undefined when there is no such subscription any more */
  renewSubscription(id: string, expiresAt: Date): Promise<GraphSubscription | undefined>;
  unsubscribe(id: string): Promise<void>;
}

/** A mailbox by Microsoft Graph. @param address of the mailbox @param accessToken gives one that is good for the next minutes */
export function microsoftMailbox(
  { egress, installation }: Pick<Ports, 'egress' | 'installation'>,
  config: MicrosoftConfig,
  address: string,
  accessToken: () => Promise<string>,
): MicrosoftMailbox {
  const owner = config.shared_mailbox ? `users/${address}` : 'me';
  const home = config.shared_mailbox ? `${GRAPH}/v1.0/users/${encodeURIComponent(address)}` : ME;
  const messageUrl = (id: string) => `${home}/messages/${encodeURIComponent(id)}`;
  const folders = config.folder_filters.length === 0 ? ['inbox'] : config.folder_filters;
  const call = async (url: string, request: EgressRequest = {}): Promise<ApiAnswer> =>
    callProvider(egress, rebase(url, installation.baseUrls.microsoft), {
      ...request,
      headers: {
        authorization: `Bearer ${await accessToken()}`,
        accept: 'application/json',
        // Ids stay the same when a mail is moved.
        prefer: 'IdType="ImmutableId"',
        ...request.headers,
      },
    });
  const json = (method: 'POST' | 'PATCH', body: unknown): EgressRequest => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const folderUrl = (folder: string) => `${home}/mailFolders/${encodeURIComponent(folder)}/messages`;

  const listPage = async (url: string, limit: number) => {
    const answer = await call(url, { headers: { prefer: `IdType="ImmutableId", odata.maxpagesize=${limit}` } });
    if (answer.status === 410 || (answer.status === 404 && url.includes('/delta')))
      throw new MailboxError('cursor_expired', 'The mailbox does not know the place any more');
    if (answer.status !== 200) throw faultOf(answer, 'New mail could not be listed');
    const { value = [] } = answer.json as { value?: GraphMessage[] };
    return {
      messages: value
        .filter((message) => message['@removed'] === undefined && message.isDraft !== true)
        .map(({ id, conversationId }) => ({ externalId: id, threadId: conversationId ?? null })),
      next: pathOf(answer.json['@odata.nextLink']),
      delta: pathOf(answer.json['@odata.deltaLink']),
    };
  };

  /** The place after all mail there is now. */
  const latest = async (folder: string): Promise<string> => {
    let url = `${folderUrl(folder)}/delta?changeType=created&$select=${MEMBERS}&$deltatoken=latest`;
    for (let round = 0; round < 1000; round++) {
      const { next, delta } = await listPage(url, 200);
      if (delta !== undefined) return delta;
      if (next === undefined) break;
      url = GRAPH + next;
    }
    throw new MailboxError('unavailable', 'Graph gave no place to go on from');
  };
  const cursorOf = async (scan?: string): Promise<Cursor> => {
    const entries = await Promise.all(
      folders.map(async (folder) => [folder, { delta: await latest(folder), ...(scan !== undefined && { scan }) }] as const),
    );
    return { folders: Object.fromEntries(entries) };
  };

  const send = async (url: string, request: EgressRequest, what: string): Promise<ApiAnswer> => {
    const answer = await call(url, request);
    if (answer.status >= 300) throw faultOf(answer, what);
    return answer;
  };
  const subscriptionOf = ({ json: body }: ApiAnswer): GraphSubscription => ({
    id: String(body['id']),
    // The expiry Graph returns counts, not the one that was asked for.
    expiresAt: new Date(String(body['expirationDateTime'])).toISOString(),
  });

  /** By its addresses; an account that was connected before these were asked for does not tell them. */
  const assertOwnMailbox = async () => {
    const answer = await call(`${ME}?$select=mail,userPrincipalName,proxyAddresses`);
    if (answer.status === 403) return;
    if (answer.status >= 300) throw faultOf(answer, 'The account could not be read');
    const { mail, userPrincipalName, proxyAddresses } = answer.json;
    const others = Array.isArray(proxyAddresses) ? proxyAddresses.map((one) => String(one).replace(/^smtp:/i, '')) : [];
    const own = [mail, userPrincipalName, ...others].filter((one) => typeof one === 'string').map((one) => one.toLowerCase());
    if (!own.includes(address)) throw wrongAccount(own[0] ?? '', address, ', or set shared_mailbox');
  };

  return {
    async test() {
      if (!config.shared_mailbox) await assertOwnMailbox();
      const answer = await call(`${home}/mailFolders/${encodeURIComponent(folders[0] as string)}?$select=id`);
      if (config.shared_mailbox && (answer.status === 403 || answer.status === 404))
        throw new MailboxError('wrong_account', `The account that signed in may not read the shared mailbox ${address}`);
      if (answer.status >= 300) throw faultOf(answer, 'The mailbox could not be opened');
    },
    start: () => cursorOf(),
    scan: (since) => cursorOf(`${folderPath(since)}`),
    async list(given: Cursor, limit): Promise<MessagePage> {
      const { folders: places } = given as MicrosoftCursor;
      const messages: MessagePage['messages'][number][] = [];
      const reached: Record<string, FolderCursor> = {};
      let more = false;
      for (const folder of folders) {
        const place = places[folder] ?? { delta: await latest(folder) };
        const { scan, delta } = place;
        const url = scan === undefined ? GRAPH + delta : scan.startsWith('?') ? folderUrl(folder) + scan : GRAPH + scan;
        const found = await listPage(url, limit);
        messages.push(...found.messages);
        more ||= found.next !== undefined || scan !== undefined;
        reached[folder] =
          scan !== undefined
            ? { delta: delta as string, ...(found.next !== undefined && { scan: found.next }) }
            : { delta: found.next ?? found.delta ?? (delta as string) };
      }
      return { messages, cursor: { folders: reached }, more };
    },
    async fetch(externalId, maxBytes) {
      const answer = await fetchBytes(egress, rebase(`${messageUrl(externalId)}/$value`, installation.baseUrls.microsoft), {
        headers: { authorization: `Bearer ${await accessToken()}`, prefer: 'IdType="ImmutableId"' },
        maxBytes,
      });
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status !== 200) throw itemFaultOf(answer, 'A mail could not be fetched');
      return answer.body;
    },
    async describe(externalId) {
      const size = encodeURIComponent(`singleValueExtendedProperties($filter=id eq '${MESSAGE_SIZE}')`);
      const answer = await call(`${messageUrl(externalId)}?$select=internetMessageHeaders&$expand=${size}`);
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status !== 200) throw itemFaultOf(answer, 'A mail could not be described');
      const { internetMessageHeaders, singleValueExtendedProperties } = answer.json as {
        internetMessageHeaders?: unknown;
        singleValueExtendedProperties?: { id?: unknown; value?: unknown }[];
      };
      const bytes = Number(singleValueExtendedProperties?.[0]?.value);
      return { header: headerOf(internetMessageHeaders), size: bytes > 0 ? bytes : null };
    },
    async send({ raw }) {
      await send(
        `${home}/sendMail`,
        { method: 'POST', headers: { 'content-type': 'text/plain' }, body: raw.toString('base64'), timeoutMs: 60_000 },
        'The mail could not be sent',
      );
      // Graph answers 202 without an id.
      return { providerMessageId: null, refused: [] };
    },
    async findSent(messageId) {
      const query = new URLSearchParams({ $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`, $select: 'id', $top: '1' });
      const answer = await send(`${home}/mailFolders/sentitems/messages?${query}`, {}, 'Sent mail could not be looked up');
      return (answer.json['value'] as { id: string }[] | undefined)?.[0]?.id;
    },
    async subscribe({ notificationUrl, clientState, expiresAt }) {
      return subscriptionOf(
        await send(
          `${GRAPH}/v1.0/subscriptions`,
          json('POST', {
            changeType: 'created',
            notificationUrl,
            lifecycleNotificationUrl: notificationUrl,
            // Of several folders, by what comes anywhere in the mailbox.
            resource: folders.length === 1 ? `${owner}/mailFolders('${folders[0]}')/messages` : `${owner}/messages`,
            expirationDateTime: expiresAt.toISOString(),
            clientState,
          }),
          'Push notifications could not be set up',
        ),
      );
    },
    async renewSubscription(id, expiresAt) {
      const answer = await call(
        `${GRAPH}/v1.0/subscriptions/${encodeURIComponent(id)}`,
        json('PATCH', { expirationDateTime: expiresAt.toISOString() }),
      );
      if (answer.status === 404 || answer.status === 400) return undefined;
      if (answer.status >= 300) throw faultOf(answer, 'Push notifications could not be renewed');
      return subscriptionOf(answer);
    },
    async unsubscribe(id) {
      const answer = await call(`${GRAPH}/v1.0/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
      if (answer.status >= 300 && answer.status !== 404) throw faultOf(answer, 'Push notifications could not be ended');
    },
    close: async () => {},
  };
}

function folderPath(since: Date): string {
  return `?$filter=receivedDateTime ge ${since.toISOString()}&$select=${MEMBERS}`.replaceAll(' ', '%20');
}

/** A link without its host: wherever it came from, it leads to Graph. */
function pathOf(link: unknown): string | undefined {
  const url = typeof link === 'string' ? URL.parse(link) : null;
  return url === null ? undefined : url.pathname + url.search;
}
