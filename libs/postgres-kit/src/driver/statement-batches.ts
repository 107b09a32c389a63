import type pg from 'pg';
import { endsConnection } from './connection-loss.ts';
import { corkUntilNextTick } from './flush.ts';
import type { QueryConfig } from './described-query.ts';
import { PlanChoice } from './plan-choice.ts';
import type { TenantForm } from './tenant-form.ts';

/** A statement that waits to be sent as its tenant. */
export interface GatheredStatement {
  readonly tenant: string;
  readonly config: QueryConfig;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Batches under way before statements that come wait to share the next one: few connections that carry much cost Postgres and
 * this process about a fifth less CPU per statement than many that carry one each.
 */
const BATCHES = 2;

/** A batch that takes longer holds up nobody: the next one takes another connection, up to the pool's end. In milliseconds. */
const HOLD_MS = 2;

/**
 * Statements in one batch at most. Their results arrive together: with no bound a service that answers lists took 107 to 114 MiB,
 * with this one 93 to 98, and rows by id cost no more.
 */
const MAX_BATCH_SIZE = 8;

/** Statements in one batch at most that may be of one request: a page and its total. */
const OF_ONE_PAGE = 2;

/** A statement that took longer goes alone the next time, so that nothing waits behind it. In milliseconds. */
const SLOW_MS = 5;

/** Texts remembered as slow; clients that make up filters must not fill the memory. */
const SLOW_TEXTS = 1000;

interface Batch {
  sent(): void;
  ended(): void;
}

const NOT_COUNTED: Batch = { sent: () => {}, ended: () => {} };

/** Sends single statements, each in its own implicit transaction, over as few connections as keep Postgres busy. */
export class StatementBatches {
  readonly #pool: pg.Pool;
  readonly #form: () => TenantForm;
  readonly #slow = new Set<string>();
  readonly #plans = new PlanChoice();
  #gathered: GatheredStatement[] = [];
  #underWay = 0;
  /** Batches on connections, also those that hold nobody up any more. */
  #sent = 0;

  /** @param form is asked once a connection is there, which knows what it is connected to */
  constructor(pool: pg.Pool, form: () => TenantForm) {
    this.#pool = pool;
    this.#form = form;
  }

  /**
   * What is added in one turn of the event loop, and while enough is under way, shares a connection and a write: a turn hands out
   * all requests that have arrived, and one statement for each of them is what they ask for first.
   */
  add(statement: GatheredStatement): void {
    if (this.#slow.has(statement.config.text)) return this.#send([statement], NOT_COUNTED);
    if (this.#gathered.length === 0 && this.#underWay < BATCHES) setImmediate(() => this.#sendGathered());
    this.#gathered.push(statement);
  }

  #sendGathered(): void {
    while (this.#gathered.length > 0 && this.#underWay < BATCHES) this.#send(this.#gathered.splice(0, MAX_BATCH_SIZE), this.#startBatch());
  }

  /** Counts a batch until it has ended or taken too long, and then sends what has gathered behind it. */
  #startBatch(): Batch {
    this.#underWay++;
    let timer: NodeJS.Timeout | undefined;
    let counted = true;
    const ended = () => {
      clearTimeout(timer);
      if (!counted) return;
      counted = false;
      this.#underWay--;
      setImmediate(() => this.#sendGathered());
    };
    return {
      sent: () => {
        timer = setTimeout(ended, HOLD_MS);
      },
      ended,
    };
  }

  #send(statements: readonly GatheredStatement[], batch: Batch): void {
    this.#pool
      .connect()
      .then((client) => {
        corkUntilNextTick(client);
        batch.sent();
        const isAlone = this.#sent++ === 0 && statements.length <= OF_ONE_PAGE;
        let broken: Error | undefined;
        let since = performance.now();
        const form = this.#form();
        const sent = statements.map(({ tenant, config, resolve, reject }) => {
          const mode = config.isGeneric === true && config.name !== undefined ? this.#plans.modeFor(tenant, config.name) : undefined;
          return form.sendAlone(client, tenant, config, mode).then(
            (result) => {
              // They run one after the other: what passed since the one before is this one's own time.
              const now = performance.now();
              this.#remember(config.text, now - since);
              if (mode !== undefined) this.#plans.noteTime(tenant, config.name as string, mode, now - since, isAlone);
              since = now;
              resolve(result);
            },
            (error: Error) => {
              if (endsConnection(error)) broken = error;
              reject(error);
            },
          );
        });
        return Promise.all(sent).finally(() => {
          this.#sent--;
          client.release(broken);
        });
      })
      .catch((error: Error) => {
        // What has gathered meanwhile would wait as long for the same answer: with a database that is gone, each in its turn.
        for (const { reject } of [...statements, ...this.#gathered.splice(0)]) reject(error);
      })
      .finally(batch.ended);
  }

  #remember(text: string, took: number): void {
    if (took <= SLOW_MS) this.#slow.delete(text);
    else if (this.#slow.size < SLOW_TEXTS) this.#slow.add(text);
  }
}
