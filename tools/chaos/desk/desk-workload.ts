import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Acknowledged, persist, type Target } from '../workload.ts';

/** What of the desk was acknowledged with 2xx. */
export class DeskAcknowledged extends Acknowledged {
  /** Titles by id of the ticket. */
  readonly tickets = new Map<string, string>();
  /** Tickets that were opened for the asset. */
  readonly linked = new Set<string>();
  /** Ids of the tickets they were written on, by text. */
  readonly comments = new Map<string, string>();
  /** Targets by the source that was merged into them. */
  readonly merged = new Map<string, string>();
}

export interface DeskWorkload {
  readonly seen: DeskAcknowledged;
  readonly assetId: string;
  /** Lets the requests under way end; each is repeated until it is acknowledged. */
  stop(): Promise<void>;
}

interface Rows {
  readonly data: readonly Record<string, unknown>[];
}

/** What every ticket of a writer names. */
interface Names {
  readonly channel_id: string;
  readonly priority_id: string;
  readonly status_id: string;
  readonly client_id: string;
  readonly asset_id: string;
}

/** Starts writers that open tickets, many of them for one asset, comment on them and merge them. */
export async function startDeskWorkload(target: Target, writers: number, pauseMs = 10): Promise<DeskWorkload> {
  const seen = new DeskAcknowledged();
  const names = await prepare(target, seen);
  let stopped = false;
  const running = Promise.all(Array.from({ length: writers }, (_, writer) => write(target, () => stopped, seen, names, writer, pauseMs)));
  return {
    seen,
    assetId: names.asset_id,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function prepare(target: Target, seen: DeskAcknowledged): Promise<Names> {
  const first = async (path: string) => {
    const response = await fetch(target.baseUrl + path, { headers: { 'x-api-key': target.apiKey } });
    const { data } = (await response.json()) as Rows;
    if (data[0] === undefined) throw new Error(`${path} has no rows: ${response.status}`);
    return data[0];
  };
  const [{ channel_id }, { priority_id }] = [await first('/api/v1/channels'), await first('/api/v1/priorities')];
  const { status_id } = await first(`/api/v1/statuses?channel_id=${channel_id as string}`);
  const client = { client_name: 'Chaos desk', billing_cycle: 'monthly' };
  const { client_id } = JSON.parse(await persist(target, 'POST', '/api/v1/clients', client, seen)).data as { client_id: string };
  const asset = { client_id, asset_type: 'server', asset_tag: 'CHAOS-DESK', name: 'Chaos desk', status: 'active' };
  const made = JSON.parse(await persist(target, 'POST', '/api/v1/assets', asset, seen)).data as { data: { asset_id: string } };
  return { channel_id, priority_id, status_id, client_id, asset_id: made.data.asset_id } as Names;
}

async function write(
  target: Target,
  stopped: () => boolean,
  seen: DeskAcknowledged,
  { asset_id, ...names }: Names,
  writer: number,
  pauseMs: number,
): Promise<void> {
  const run = randomUUID().slice(0, 8);
  const open = async (title: string, forAsset: boolean) => {
    const [path, body] = forAsset
      ? ['/api/v1/tickets/from-asset', { ...names, title, asset_id }]
      : ['/api/v1/tickets', { ...names, title }];
    const { ticket_id } = JSON.parse(await persist(target, 'POST', path, body, seen)).data as { ticket_id: string };
    seen.tickets.set(ticket_id, title);
    if (forAsset) seen.linked.add(ticket_id);
    return ticket_id;
  };
  const comment = async (ticketId: string, comment_text: string) => {
    await persist(target, 'POST', `/api/v1/tickets/${ticketId}/comments`, { comment_text }, seen);
    seen.comments.set(comment_text, ticketId);
  };
  for (let step = 0; !stopped(); step++) {
    const name = `${run}-${writer}-${step}`;
    const kept = await open(`Kept ${name}`, true);
    await comment(kept, `First ${name}`);
    const other = await open(`Merged ${name}`, step % 2 === 0);
    await comment(other, `Second ${name}`);
    await persist(target, 'POST', `/api/v1/tickets/${kept}/merge`, { source_ticket_ids: [other] }, seen);
    seen.merged.set(other, kept);
    await sleep(pauseMs);
  }
}
