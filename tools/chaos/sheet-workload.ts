import { randomUUID } from 'node:crypto';
import { Acknowledged, persist, type Target } from './workload.ts';
import type { World } from './world.ts';

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
const FIRST_WEEK = Date.parse('2020-01-06');
const LOGGED_A_WEEK = 5;
/** Weeks before this one that wait for one approval in bulk. */
const BATCH_SIZE = 3;

/** Somebody of a tenant of their own who logs week after week, hands it in and has it approved, and what must have come of it. */
export class SheetWriter {
  readonly seen = new Acknowledged();
  /** Weeks whose approval was acknowledged. */
  approved = 0;
  readonly #world: World;
  readonly #target: Target;
  readonly #tenant: string;
  #stopped = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(world: World, target: Target, tenant: string) {
    this.#world = world;
    this.#target = target;
    this.#tenant = tenant;
  }

  static async start(world: World, name: string): Promise<SheetWriter> {
    const { tenant, apiKey } = await world.newTenant(name);
    const writer = new SheetWriter(world, { baseUrl: world.target.baseUrl, apiKey }, tenant);
    const { service_type_id } = await writer.#post<{ service_type_id: string }>('/api/v1/service-types', {
      name: 'Managed services',
      billing_method: 'hourly',
    });
    const { service_id } = await writer.#post<{ service_id: string }>('/api/v1/services', {
      service_name: 'Remote support',
      custom_service_type_id: service_type_id,
      billing_method: 'hourly',
      default_rate: 10_000,
      unit_of_measure: 'hour',
    });
    // Whoever logs approves: what is tested is not who may.
    await persist(writer.#target, 'PUT', '/api/v1/time-settings', { separation_of_duties: false }, writer.seen);
    writer.#running = writer.#write(service_id);
    return writer;
  }

  /** Lets the week under way end. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** What is not as it was acknowledged. */
  async judge(): Promise<string[]> {
    const faults = [...this.seen.faults];
    const rows = async <Row extends object>(text: string) => (await this.#world.database.query<Row>(text, [this.#tenant])).rows;
    const sheets = await rows<{ id: string; approval_status: string; entries: number; alike: boolean; timers: number }>(
      `select s.id, s.approval_status, count(*)::int as entries, bool_and(e.approval_status = s.approval_status) as alike,
        count(*) filter (where e.notes = 'Timer')::int as timers
       from time.time_sheets s join time.time_entries e on e.tenant = s.tenant and e.time_sheet_id = s.id where s.tenant = $1 group by s.tenant, s.id`,
    );
    for (const { id, approval_status, entries, alike, timers } of sheets) {
      if (!alike) faults.push(`sheet ${id} is ${approval_status}, its entries are not`);
      if (approval_status === 'APPROVED' && (entries !== LOGGED_A_WEEK + 1 || timers !== 1))
        faults.push(`sheet ${id} has ${entries} entries, ${timers} of them from timers`);
    }
    const approved = sheets.filter(({ approval_status }) => approval_status === 'APPROVED').length;
    if (approved !== this.approved) faults.push(`${this.approved} approvals were acknowledged, ${approved} sheets are approved`);
    const told = await rows<{ subject: string; times: number }>(
      `select envelope::json->>'subject' as subject, count(*)::int as times from time.outbox
       where tenant = $1 and envelope::json->>'type' = 'psa.time.time_sheet.approved.v1' group by 1`,
    );
    if (told.length !== approved) faults.push(`${approved} sheets are approved, of ${told.length} it was told`);
    for (const { subject, times } of told) if (times !== 1) faults.push(`the approval of sheet ${subject} was told ${times} times`);
    const [sessions] = await rows<{ left: number }>('select count(*)::int as left from time.time_sessions where tenant = $1');
    if (sessions?.left !== 0) faults.push(`${sessions?.left} stopped timers still run`);
    return faults;
  }

  async #write(service_id: string): Promise<void> {
    const work = { work_item_type: 'ad_hoc', service_id };
    let waiting: string[] = [];
    for (let week = 0; !this.#stopped || waiting.length > 0; week++) {
      const begins = FIRST_WEEK + week * WEEK_MS;
      const at = (hours: number) => new Date(begins + hours * HOUR_MS).toISOString();
      const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      await this.#post('/api/v1/time-periods', {
        start_date: date(begins),
        end_date: date(begins + WEEK_MS),
      });
      await this.#post('/api/v1/time-entries/bulk', {
        entries: Array.from({ length: LOGGED_A_WEEK }, (_, hour) => ({ ...work, start_time: at(hour), end_time: at(hour + 1) })),
      });
      const { session_id } = await this.#post<{ session_id: string }>('/api/v1/time-entries/start-tracking', { ...work, notes: 'Timer' });
      // As if it had been started in that week: else timers of one person would overlap within their minute.
      await this.#world.database.query('update time.time_sessions set start_time = $2 where session_id = $1', [session_id, at(20)]);
      const { time_sheet_id } = await this.#post<{ time_sheet_id: string }>(`/api/v1/time-entries/stop-tracking/${session_id}`, {
        end_time: at(21),
      });
      await this.#post(`/api/v1/time-sheets/${time_sheet_id}/submit`, {});
      if (week % (BATCH_SIZE + 1) === 0) {
        await this.#post(`/api/v1/time-sheets/${time_sheet_id}/approve`, {});
        this.approved++;
      } else waiting.push(time_sheet_id);
      if (waiting.length === BATCH_SIZE || this.#stopped) {
        if (waiting.length > 0) await this.#post('/api/v1/time-sheets/bulk-approve', { time_sheet_ids: waiting });
        this.approved += waiting.length;
        waiting = [];
      }
    }
  }

  async #post<Data>(path: string, body: object): Promise<Data> {
    return (JSON.parse(await persist(this.#target, 'POST', path, body, this.seen, randomUUID())) as { data: Data }).data;
  }
}
