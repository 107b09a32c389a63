import { tenantId } from '@psa/contract-kit';
import type { Worker, WorkerRun, WorkerTools } from '@psa/work-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { DELIVERY_WORKER, type DueWebhook } from './due-webhooks.ts';
import { loadReceiver, type Receiver } from './receiver.ts';
import { send } from './send.ts';
import { settle } from './settle.actions.ts';
import { abandonClaimed, claimDeliveries, type ClaimedDelivery, findDueWebhooks } from './webhook-delivery.records.ts';
import type { Tables } from '../../tables.ts';
import { WebhookQueue } from './webhook-queue.ts';

/** How often this process looks for what nobody told it of: retries that fall due, and what others left behind. */
const POLL_MS = 1_000;
const DUE_WEBHOOKS_PER_ROUND = 500;

/**
 * Max requests under way. Receivers that have yet to prove themselves share a part: however many are slow, the others have
 * room. A tenant has enough for one request to each of its webhooks, and some more.
 */
export const MAX_DELIVERIES_IN_FLIGHT = 1024;
const MAX_UNPROVEN_IN_FLIGHT = 768;
const MAX_IN_FLIGHT_PER_TENANT = 256;

const ABANDON_BATCH_SIZE = 500;
const QUEUE_MEMORY_MS = 10 * 60 * 1000;
/** What is under way at the end is waited for this long; then its lease runs out, and another process sends it again. */
const CLOSE_MS = 10_000;

/** Makes deliveries: those that are due are claimed by webhook, sent side by side, and settled one by one. */
export const deliveryWorker: Worker<Ports, Tables> = {
  name: DELIVERY_WORKER,
  pollMs: POLL_MS,
  open: (tools) => new DeliveryRun(tools),
};

class DeliveryRun implements WorkerRun {
  readonly #tools: WorkerTools<Ports, Tables>;
  readonly #queues = new Map<string, WebhookQueue>();
  readonly #tenants = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();
  #inFlight = 0;
  #unproven = 0;
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
    this.#lookAt = now + POLL_MS;
    for (const { tenant, webhook_id } of await findDueWebhooks(workerDatabase, DUE_WEBHOOKS_PER_ROUND))
      this.#serve({ tenant: tenantId(tenant), webhookId: webhook_id });
    for (const [id, queue] of this.#queues)
      if (queue.inFlight === 0 && !queue.filling && now - queue.usedAt > QUEUE_MEMORY_MS) this.#queues.delete(id);
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
    const queue = this.#queues.get(due.webhookId) ?? new WebhookQueue(due);
    this.#queues.set(due.webhookId, queue);
    queue.usedAt = Date.now();
    if (queue.filling) {
      queue.calledAgain = true;
      return;
    }
    queue.filling = true;
    this.#track(
      this.#fill(queue)
        .catch((error: unknown) => {
          this.#tools.log.error(
            { err: error, tenant_id: due.tenant, webhook_id: due.webhookId },
            'deliveries could not be claimed, the next round tries again',
          );
        })
        .finally(() => {
          queue.filling = false;
          if (!queue.calledAgain) return;
          queue.calledAgain = false;
          this.#serve(due);
        }),
    );
  }

  async #fill(queue: WebhookQueue): Promise<void> {
    const { ports } = this.#tools;
    const { webhookId, tenant } = queue.due;
    const room = this.#room(queue);
    queue.waiting = room <= 0;
    if (queue.waiting) return;
    const db = this.#database(queue);
    const receiver = await queue.receiver(() => loadReceiver(db, ports, webhookId), Date.now());
    if (receiver === undefined) return;
    const { is_active, paused_until, rate_limit } = receiver.webhook;
    if (!is_active) return this.#abandonAll(db, webhookId);
    if (paused_until !== null && Date.parse(paused_until) > Date.now()) {
      // Somebody may end the pause.
      queue.forgetReceiver();
      return;
    }

    const wanted = queue.allowed(room, rate_limit, Date.now());
    if (wanted <= 0) return;
    const claimed = await claimDeliveries(db, webhookId, wanted);
    queue.spend(claimed.length);
    const mayHaveMore = claimed.length === wanted;
    for (const delivery of claimed) {
      queue.inFlight++;
      this.#inFlight++;
      if (!queue.isHealthy) this.#unproven++;
      this.#tenants.set(tenant, (this.#tenants.get(tenant) ?? 0) + 1);
      this.#track(this.#deliver(queue, db, receiver, delivery, !queue.isHealthy, mayHaveMore));
    }
  }

  /** Requests that may be begun now, as far as the receiver, its tenant and all the others are concerned. */
  #room(queue: WebhookQueue): number {
    const ofAll = MAX_DELIVERIES_IN_FLIGHT - this.#inFlight;
    const ofUnproven = queue.isHealthy ? ofAll : MAX_UNPROVEN_IN_FLIGHT - this.#unproven;
    return Math.min(queue.room, ofAll, ofUnproven, MAX_IN_FLIGHT_PER_TENANT - (this.#tenants.get(queue.due.tenant) ?? 0));
  }

  async #deliver(
    queue: WebhookQueue,
    db: Db,
    receiver: Receiver,
    delivery: ClaimedDelivery,
    unproven: boolean,
    mayHaveMore: boolean,
  ): Promise<void> {
    const { ports, log } = this.#tools;
    const { tenant, webhookId } = queue.due;
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
      queue.ended(delivered, took);
      this.#inFlight--;
      if (unproven) this.#unproven--;
      const left = (this.#tenants.get(tenant) ?? 1) - 1;
      if (left === 0) this.#tenants.delete(tenant);
      else this.#tenants.set(tenant, left);
    }
    // Claims again once half of the room is free: fewer deliveries would not be worth the statement.
    if ((mayHaveMore || queue.waiting) && delivered && queue.inFlight <= queue.room) this.#serve(queue.due);
  }

  async #abandonAll(db: Db, webhookId: string): Promise<void> {
    for (;;) {
      const claimed = await claimDeliveries(db, webhookId, ABANDON_BATCH_SIZE);
      if (claimed.length > 0)
        await abandonClaimed(
          db,
          claimed.map(({ delivery_id }) => delivery_id),
          'inactive',
          'The webhook is not active',
        );
      if (claimed.length < ABANDON_BATCH_SIZE) return;
    }
  }

  #database({ due: { tenant } }: WebhookQueue): Db {
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
