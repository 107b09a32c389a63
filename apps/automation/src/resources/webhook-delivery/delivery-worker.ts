import { tenantId } from '@psa/contract-kit';
import type { Worker, WorkerRun, WorkerTools } from '@psa/work-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { DELIVERY_WORKER, type DueWebhook } from './due-webhooks.ts';
import { Lane } from './lane.ts';
import { loadReceiver, type Receiver } from './receiver.ts';
import { send } from './send.ts';
import { settle } from './settle.actions.ts';
import { abandonClaimed, claimDeliveries, type ClaimedDelivery, findDueWebhooks } from './webhook-delivery.records.ts';
import type { Tables } from '../../tables.ts';

/** How often this process looks for what nobody told it of: retries that fall due, and what others left behind. */
const LOOK_MS = 1_000;
const LOOKED_AT = 500;

/**
 * Requests under way at most. Receivers that have yet to prove themselves share a part: however many are slow, the others have
 * room. A tenant has enough for one request to each of its webhooks, and some more.
 */
export const DELIVERIES_AT_ONCE = 1024;
const UNPROVED_AT_ONCE = 768;
const TENANT_AT_ONCE = 256;

const ABANDONED_AT_ONCE = 500;
const LANE_MEMORY_MS = 10 * 60 * 1000;
/** What is under way at the end is waited for this long; then its lease runs out, and another process sends it again. */
const CLOSE_MS = 10_000;

/** Makes deliveries: those that are due are claimed by webhook, sent side by side, and settled one by one. */
export const deliveryWorker: Worker<Ports, Tables> = {
  name: DELIVERY_WORKER,
  pollMs: LOOK_MS,
  open: (tools) => new DeliveryRun(tools),
};

class DeliveryRun implements WorkerRun {
  readonly #tools: WorkerTools<Ports, Tables>;
  readonly #lanes = new Map<string, Lane>();
  readonly #tenants = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #inFlight = 0;
  #unproved = 0;
  #lookAt = 0;
  #closed = false;

  constructor(tools: WorkerTools<Ports, Tables>) {
    this.#tools = tools;
  }

  async round(): Promise<boolean> {
    const { ports, workerDatabase } = this.#tools;
    for (const due of ports.dueWebhooks.take()) this.#serve(due);
    const now = Date.now();
    if (now < this.#lookAt) return false;
    this.#lookAt = now + LOOK_MS;
    for (const { tenant, webhook_id } of await findDueWebhooks(workerDatabase, LOOKED_AT))
      this.#serve({ tenant: tenantId(tenant), webhookId: webhook_id });
    for (const [id, lane] of this.#lanes)
      if (lane.inFlight === 0 && !lane.filling && now - lane.usedAt > LANE_MEMORY_MS) this.#lanes.delete(id);
    return false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([Promise.all(this.#underWay), patience]);
    clearTimeout(timer);
  }

  #serve(due: DueWebhook): void {
    if (this.#closed) return;
    const lane = this.#lanes.get(due.webhookId) ?? new Lane(due);
    this.#lanes.set(due.webhookId, lane);
    lane.usedAt = Date.now();
    if (lane.filling) {
      lane.calledAgain = true;
      return;
    }
    lane.filling = true;
    this.#track(
      this.#fill(lane)
        .catch((error: unknown) => {
          this.#tools.log.error(
            { err: error, tenant_id: due.tenant, webhook_id: due.webhookId },
            'deliveries could not be claimed, the next round tries again',
          );
        })
        .finally(() => {
          lane.filling = false;
          if (!lane.calledAgain) return;
          lane.calledAgain = false;
          this.#serve(due);
        }),
    );
  }

  async #fill(lane: Lane): Promise<void> {
    const { ports } = this.#tools;
    const { webhookId, tenant } = lane.due;
    const room = this.#room(lane);
    lane.waiting = room <= 0;
    if (lane.waiting) return;
    const db = this.#database(lane);
    const receiver = await lane.receiver(() => loadReceiver(db, ports, webhookId), Date.now());
    if (receiver === undefined) return;
    const { is_active, paused_until, rate_limit } = receiver.webhook;
    if (!is_active) return this.#abandonAll(db, webhookId);
    if (paused_until !== null && Date.parse(paused_until) > Date.now()) {
      // Somebody may end the pause.
      lane.forgetReceiver();
      return;
    }

    const wanted = lane.allowed(room, rate_limit, Date.now());
    if (wanted <= 0) return;
    const claimed = await claimDeliveries(db, webhookId, wanted);
    lane.spend(claimed.length);
    const mayHaveMore = claimed.length === wanted;
    for (const delivery of claimed) {
      lane.inFlight++;
      this.#inFlight++;
      if (!lane.isHealthy) this.#unproved++;
      this.#tenants.set(tenant, (this.#tenants.get(tenant) ?? 0) + 1);
      this.#track(this.#deliver(lane, db, receiver, delivery, !lane.isHealthy, mayHaveMore));
    }
  }

  /** Requests that may be begun now, as far as the receiver, its tenant and all the others are concerned. */
  #room(lane: Lane): number {
    const ofAll = DELIVERIES_AT_ONCE - this.#inFlight;
    const ofUnproved = lane.isHealthy ? ofAll : UNPROVED_AT_ONCE - this.#unproved;
    return Math.min(lane.room, ofAll, ofUnproved, TENANT_AT_ONCE - (this.#tenants.get(lane.due.tenant) ?? 0));
  }

  async #deliver(
    lane: Lane,
    db: Db,
    receiver: Receiver,
    delivery: ClaimedDelivery,
    unproved: boolean,
    mayHaveMore: boolean,
  ): Promise<void> {
    const { ports, log } = this.#tools;
    const { tenant, webhookId } = lane.due;
    let [delivered, took] = [false, 0];
    try {
      const sent = await send(ports, receiver, { eventId: delivery.event_id, body: delivery.body });
      [delivered, took] = [sent.delivered, sent.attempt.duration_ms];
      await settle(db, receiver, delivery, sent);
    } catch (error) {
      log.error(
        { err: error, tenant_id: tenant, webhook_id: webhookId, delivery_id: delivery.delivery_id },
        'an attempt could not be noted, it is made again',
      );
    } finally {
      lane.ended(delivered, took);
      this.#inFlight--;
      if (unproved) this.#unproved--;
      const left = (this.#tenants.get(tenant) ?? 1) - 1;
      if (left === 0) this.#tenants.delete(tenant);
      else this.#tenants.set(tenant, left);
    }
    // By half lanes, so that a claim is worth its statement.
    if ((mayHaveMore || lane.waiting) && delivered && lane.inFlight <= lane.room) this.#serve(lane.due);
  }

  async #abandonAll(db: Db, webhookId: string): Promise<void> {
    for (;;) {
      const claimed = await claimDeliveries(db, webhookId, ABANDONED_AT_ONCE);
      if (claimed.length > 0)
        await abandonClaimed(
          db,
          claimed.map(({ delivery_id }) => delivery_id),
          'inactive',
          'The webhook is not active',
        );
      if (claimed.length < ABANDONED_AT_ONCE) return;
    }
  }

  #database({ due: { tenant } }: Lane): Db {
    return this.#tools.ports.asTenant({
      tenant,
      actor: { id: 'automation', type: 'system' },
      correlationId: `${DELIVERY_WORKER}-${crypto.randomUUID()}`,
    });
  }

  #track(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }
}
