import type { RequestContext } from '@psa/postgres-kit';

/** A time entry of the caller on a ticket. */
export interface NewTimeEntry {
  readonly ticket_id: string;
  readonly service_id: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly is_billable: boolean;
  readonly notes?: string;
}

/** The time service, which keeps what is logged. */
export interface TimeEntries {
  /**
   * Logs time in the name of the caller.
   * @param key the same for every repetition: it takes effect once
   * @returns id of the entry
   * @throws what the time service refuses it with; SERVICE_UNAVAILABLE when the service does not answer
   */
  create(context: RequestContext, entry: NewTimeEntry, key: string): Promise<string>;
  /** Takes back an entry that was logged. @throws SERVICE_UNAVAILABLE when the service does not answer */
  delete(context: RequestContext, entryId: string): Promise<void>;
  /**
   * How often any of the tickets or tasks (1000 at most) is named by time entries and in schedules; never where the product runs without the time service.
   * @throws SERVICE_UNAVAILABLE when it is there and does not answer
   */
  countUses(context: RequestContext, type: 'ticket' | 'project_task', ids: readonly string[]): Promise<WorkItemUses>;
}

/** Rows of the time service that name a ticket or a task. */
export interface WorkItemUses {
  readonly time_entries: number;
  readonly schedule_entries: number;
}
