import { AsyncLocalStorage } from 'node:async_hooks';
import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, repeatEvery, wakeWorker, type Worker, type WorkerRun, type WorkerTools } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import {
  claimExecutions,
  type Claimed,
  type Leased,
  releaseLeases,
  renewLeases,
  rulesWithRoom,
} from '../resources/engine/lease.records.ts';
import { findBegun, findRuns, type FoundRun, type Lease, runExecution } from '../resources/engine/run-execution.actions.ts';
import { LEASE_SECONDS } from '../resources/execution/begin.records.ts';
import { ExecutionPlaces, type Reservation } from '../resources/execution/execution-places.ts';
import { openLocalWorker, type ReservedPlace } from '../resources/execution/local-workers.ts';
import { areRulesWaiting, takeWaitingRules, type WaitingRule } from '../resources/execution/waiting-rules.ts';
import { type ExecutionRecord, LeaseLost } from '../resources/execution/execution.records.ts';
import { fillSlots, lockSlots } from '../resources/execution/slots.records.ts';
import { holdRule, type RuleRecord } from '../resources/rule/rule.records.ts';
import { EXECUTION_WORKER } from '../worker-names.ts';
import type { Tables } from '../tables.ts';

/** How often this process looks for what nobody told it of. */
const LOOK_MS = 1_000;
const RENEW_MS = (LEASE_SECONDS * 1000) / 5;

/** Executions that run here at the same time; they are shared fairly among tenants. */
const AT_ONCE = 64;
const RULES_AT_ONCE = 200;
const SIDE_BY_SIDE = 4;
/** What is under way at the end is waited for this long, and then given back. */
const CLOSE_MS = 10_000;

/** Runs executions: those that are due are leased, run side by side, and kept as long as this process lives. */
export const executionWorker: Worker<Ports, Tables> = {
  name: EXECUTION_WORKER,
  pollMs: LOOK_MS,
  open: (tools) => new ExecutionRun(tools),
};

class ExecutionRun implements WorkerRun {
  readonly #tools: WorkerTools<Ports, Tables>;
  readonly #owner = crypto.randomUUID();
  readonly #places = new ExecutionPlaces(AT_ONCE);
  readonly #underWay = new Map<string, { readonly tenant: string; readonly ending: AbortController; readonly done: Promise<void> }>();
  #lookAt = 0;
  #filling: Promise<void> | undefined;
  #stopRenewing: (() => Promise<void>) | undefined;
  #stopBeginning: (() => void) | undefined;
  #isClosing = false;
  /** In the worker's own context: an execution is no part of the request or event that starts it. */
  readonly #begin = AsyncLocalStorage.bind((execution: ExecutionRecord, rule: RuleRecord | undefined) => {
    const { tenant, execution_id, rule_id } = execution;
    const lease: Lease = { tenant, execution_id, rule_id, is_taken_over: false, owner: this.#owner };
    if (this.#isClosing) this.#giveBack([lease]).catch(() => {});
    else this.#run(lease, rule === undefined ? findBegun(this.#tools.ports, lease, execution) : Promise.resolve({ execution, rule }));
  });

  constructor(tools: WorkerTools<Ports, Tables>) {
    this.#tools = tools;
  }

  async round(): Promise<boolean> {
    const { workerDatabase, log } = this.#tools;
    this.#stopRenewing ??= repeatEvery(
      RENEW_MS,
      () => this.#renew(),
      (error) => log.warn({ err: error }, 'leases could not be renewed, the next time follows'),
    );
    this.#stopBeginning ??= openLocalWorker((tenant) => this.#placeOf(this.#places.reserve(tenant)));
    this.#fillSlots();
    const free = this.#places.free();
    if (free <= 0) return false;
    const recordClaim = this.#places.beginClaim();
    const claimed = await claimExecutions(workerDatabase, this.#owner, this.#places.busyTenants(), { free, all: AT_ONCE });
    recordClaim(claimed.length, claimed[0]?.candidates);
    for (const [tenant, ofTenant] of Map.groupBy(claimed, (execution) => execution.tenant)) this.#runAll(tenant, ofTenant);
    const [first] = claimed;
    return first !== undefined && first.candidates > claimed.length && this.#underWay.size < AT_ONCE;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopBeginning?.();
    await this.#stopRenewing?.();
    await this.#filling;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS);
    });
    await Promise.race([Promise.all([...this.#underWay.values()].map(({ done }) => done)), patience]);
    clearTimeout(timer);
    const left = [...this.#underWay.entries()];
    for (const [, { ending }] of left) ending.abort(new LeaseLost('the service stops'));
    await Promise.all(left.map(([, { done }]) => done));
    if (left.length > 0) await this.#giveBack(left.map(([execution_id, { tenant }]) => ({ tenant, execution_id })));
  }

  #giveBack(executions: readonly Leased[]): Promise<void> {
    return releaseLeases(this.#tools.workerDatabase, this.#owner, executions);
  }

  #placeOf(reservation: Reservation | undefined): ReservedPlace | undefined {
    if (reservation === undefined) return undefined;
    const release = () => this.#places.release(reservation);
    const begin = (execution: ExecutionRecord, rule?: RuleRecord) => {
      release();
      this.#begin(execution, rule);
    };
    return { owner: this.#owner, begin, release };
  }

  /** Runs what was claimed of a tenant; it and its rules are read once for all. */
  #runAll(tenant: string, claimed: readonly Claimed[]): void {
    const leases = claimed.map(({ execution_id, rule_id, is_taken_over }) => ({
      tenant,
      execution_id,
      rule_id,
      is_taken_over,
      owner: this.#owner,
    }));
    const found = findRuns(this.#tools.ports, tenant, leases);
    for (const lease of leases)
      this.#run(
        lease,
        found.then((runOf) => runOf(lease)),
      );
  }

  #run(lease: Lease, found: Promise<FoundRun>): void {
    const { ports, log } = this.#tools;
    const { tenant, execution_id } = lease;
    const ending = new AbortController();
    const reserveSuccessor = () => (this.#isClosing ? undefined : this.#placeOf(this.#places.reserveSuccessor(tenant)));
    this.#places.take(tenant);
    const done = found
      .then((run) => runExecution(ports, lease, run, { ending: ending.signal, reserveSuccessor }))
      .catch((error: unknown) => {
        if (error instanceof LeaseLost || ending.signal.aborted) return;
        // The lease runs out, and whoever finds it then goes on.
        log.error({ err: error, tenant_id: tenant, execution_id }, 'an execution broke off, it goes on when its lease has ended');
      })
      .finally(() => {
        this.#underWay.delete(execution_id);
        this.#places.leave(tenant);
      });
    this.#underWay.set(execution_id, { tenant, ending, done });
  }

  /** Keeps what runs here, and ends what is no longer this process's: cancelled, or taken by another that thought it dead. */
  async #renew(): Promise<void> {
    const held = [...this.#underWay].map(([execution_id, { tenant }]) => ({ tenant, execution_id }));
    if (held.length === 0) return;
    const kept = await renewLeases(this.#tools.workerDatabase, this.#owner, held);
    for (const { execution_id } of held)
      if (!kept.has(execution_id))
        this.#underWay.get(execution_id)?.ending.abort(new LeaseLost('somebody else has the execution, or it was cancelled'));
  }

  /** Fills slots beside the rounds, because whoever is giving some is waited for; what gets one is claimed by the round after. */
  #fillSlots(): void {
    if (this.#filling !== undefined) return;
    const looks = Date.now() >= this.#lookAt;
    const waiting = takeWaitingRules();
    if (waiting.length === 0 && !looks) return;
    if (looks) this.#lookAt = Date.now() + LOOK_MS;
    const fill = async () => {
      if (looks) waiting.push(...(await rulesWithRoom(this.#tools.workerDatabase, RULES_AT_ONCE)));
      await this.#giveTurns(waiting);
    };
    this.#filling = fill()
      .catch((error: unknown) => {
        this.#tools.log.warn({ err: error }, 'executions that wait did not get their turn, the next look gives it');
      })
      .finally(() => {
        this.#filling = undefined;
        // Also for what was told of meanwhile.
        if (waiting.length > 0 || areRulesWaiting()) wakeWorker(EXECUTION_WORKER);
      });
  }

  /** Gives as many executions of these rules their turn as may run at the same time. */
  async #giveTurns(waiting: WaitingRule[]): Promise<void> {
    const { ports } = this.#tools;
    const inTurn = limitConcurrency(SIDE_BY_SIDE);
    await Promise.all(
      waiting.map(({ tenant, rule_id }) =>
        inTurn(async () => {
          const db = ports.asTenant({
            tenant: tenantId(tenant),
            actor: { id: rule_id, type: 'system' },
            correlationId: `${EXECUTION_WORKER}-${crypto.randomUUID()}`,
          });
          await db.transaction(async (tx) => {
            const [, rule] = await Promise.all([lockSlots(tx, rule_id), holdRule(tx, rule_id)]);
            if (rule !== undefined) fillSlots(tx, rule_id, rule.max_concurrent_executions);
          });
        }),
      ),
    );
  }
}
