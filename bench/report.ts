import type { OperationResult } from './measure.ts';
import type { SignInReport } from './sign-ins.ts';
import type { CitusReport } from './citus.ts';
import type { DeskReport } from './desk/desk.ts';
import type { EmailReport } from './email/email.ts';
import type { RulesReport } from './rules/rules.ts';
import type { BillingReport } from './billing/billing.ts';
import type { TimeReport } from './time/time.ts';
import type { WorkflowReport } from './workflows/workflows.ts';

export interface CoreReport {
  readonly ops: readonly OperationResult[];
  /** Proportional set size under load by process, in MiB. */
  readonly pss_mb: Readonly<Record<string, number>>;
  /** CPU of page 1 with total at a tenant of a million rows against one of five thousand. */
  readonly sign_ins: SignInReport;
  readonly million_rows: { readonly cpu_ratio: number; readonly p50_ms: Readonly<Record<'small' | 'large', number>> };
}

/** Of the areas that were measured. */
export interface BenchReport {
  readonly core?: CoreReport;
  readonly time?: TimeReport;
  readonly billing?: BillingReport;
  readonly desk?: DeskReport;
  readonly email?: EmailReport;
  readonly rules?: RulesReport;
  readonly workflows?: WorkflowReport;
  readonly citus?: CitusReport;
}

const figure = (value: number, digits = 0) => value.toFixed(digits);

/** Every operation that was compared with the baseline. */
export function operationsOf({ core, time, desk, billing, citus }: BenchReport): OperationResult[] {
  return [
    ...(core?.ops ?? []),
    ...(time === undefined ? [] : [time.week]),
    ...(desk?.ops ?? []),
    ...(billing === undefined ? [] : [billing.get]),
    ...(citus?.ops ?? []),
  ];
}

/** Most milliseconds that 99 of 100 reads may take at an even 200 a second. */
const READ_P99_MS = 25;

/** What in a report must not be so, whatever the machine: requests that failed, and reads that nobody would wait for. */
export function faultsOf(report: BenchReport): string[] {
  const failed = operationsOf(report).filter((one) => one.failed > 0);
  const p99 = report.core?.sign_ins.p99_ms.without ?? 0;
  return [
    ...failed.map(({ op, failed: count }) => `${op}: ${count} requests failed`),
    ...(p99 > READ_P99_MS ? [`99 of 100 reads at 200 a second took ${p99.toFixed(1)} ms, not ${READ_P99_MS}`] : []),
  ];
}

/** The report for people: a table, and a line for each other figure. */
export function printReport(report: BenchReport): string {
  return [
    ...table(operationsOf(report)),
    '',
    ...(report.core === undefined ? [] : coreLines(report.core)),
    ...(report.time === undefined ? [] : timeLines(report.time)),
    ...(report.desk === undefined ? [] : deskLines(report.desk)),
    ...(report.email === undefined ? [] : emailLines(report.email)),
    ...(report.billing === undefined ? [] : billingLines(report.billing)),
    ...(report.rules === undefined ? [] : rulesLines(report.rules)),
    ...(report.workflows === undefined ? [] : workflowLines(report.workflows)),
  ].join('\n');
}

function table(ops: readonly OperationResult[]): string[] {
  const rows = ops.map(({ op, ratio, per_second, bare_per_second, cpu_us, p50_ms, p99_ms, failed }) => [
    op,
    figure(ratio, 2),
    figure(per_second),
    figure(bare_per_second),
    ...['gateway', 'service', 'postgres', 'bare'].map((name) => figure(cpu_us[name] ?? 0)),
    figure(p50_ms, 1),
    figure(p99_ms, 1),
    String(failed),
  ]);
  const head = ['op', 'ratio', 'req/s', 'bare req/s', 'gateway µs', 'service µs', 'postgres µs', 'bare µs', 'p50 ms', 'p99 ms', 'failed'];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
  return [line(head), ...rows.map(line)];
}

function coreLines({ pss_mb, million_rows, sign_ins }: CoreReport): string[] {
  return [
    `Page 1 with total, 1M rows against 5k: ${figure(million_rows.cpu_ratio, 2)}× CPU, p50 ${figure(million_rows.p50_ms.large, 1)} against ${figure(million_rows.p50_ms.small, 1)} ms`,
    `PSS under load, MiB: ${Object.entries(pss_mb)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(', ')}`,
    signInLine(sign_ins),
  ];
}

function timeLines({ stats_of_month_ms, export: { rows, seconds, grown_mb } }: TimeReport): string[] {
  return [
    `Figures of a month's time entries: p50 ${figure(stats_of_month_ms, 1)} ms`,
    `Export of ${rows} time entries: ${figure(seconds, 1)} s, ${figure(grown_mb)} MiB above idle`,
  ];
}

function billingLines({ runs, finalized_per_second, usage_per_second, aging }: BillingReport): string[] {
  return [
    ...runs.map(
      ({ clients, entries, seconds, most_mb }) =>
        `Billing run over ${clients} clients, ${entries} time entries: ${figure(seconds, 1)} s, at most ${figure(most_mb)} MiB`,
    ),
    `Invoices finalized: ${figure(finalized_per_second)} a second; usage recorded: ${figure(usage_per_second)} a second`,
    `Aging of ${aging.open} open invoices: p50 ${figure(aging.p50_ms)} ms`,
  ];
}

function deskLines({ tickets, large }: DeskReport): string[] {
  return [
    `A tenant of ${tickets} tickets, in ms:`,
    ...large.map(
      ({ what, p50_ms, p95_ms, p99_ms }) => `  ${what}: p50 ${figure(p50_ms, 1)}, p95 ${figure(p95_ms, 1)}, p99 ${figure(p99_ms, 1)}`,
    ),
  ];
}

function emailLines({ mailboxes, idle_s, polling_s }: EmailReport): string[] {
  const line = (way: string, { p50, p95 }: EmailReport['idle_s']) =>
    `Mail in ${mailboxes} mailboxes to ticket, ${way}: p50 ${figure(p50, 1)}, p95 ${figure(p95, 1)} s`;
  return [line('by IDLE', idle_s), line('by polling', polling_s)];
}

function workflowLines({ burst, start, waiting }: WorkflowReport): string[] {
  return [
    `Workflows in a burst: ${figure(burst.steps_per_second)} steps/s, ${figure(burst.cpu_us_per_step)} µs of automation and Postgres a step`,
    `Start of an execution: p50 ${figure(start.p50_ms, 1)}, p99 ${figure(start.p99_ms, 1)} ms`,
    `${waiting.executions} executions that wait: ${figure(waiting.cpu_us_per_second)} µs of automation and Postgres a second, ${figure(waiting.without_cpu_us_per_second)} without them`,
  ];
}

function signInLine({ per_minute, p99_ms, ratio, failed }: SignInReport): string {
  return `Reads while ${per_minute} people a minute sign in: p99 ${p99_ms.with.toFixed(1)} against ${p99_ms.without.toFixed(1)} ms, ${ratio.toFixed(2)}×, ${failed} failed`;
}

function rulesLines({ paced, burst, execution_cpu_us, matching_cpu_us }: RulesReport): string[] {
  const cpu = Object.entries(execution_cpu_us)
    .map(([name, value]) => `${name} ${value.toFixed(0)}`)
    .join(', ');
  return [
    `Rule to receiver at ${paced.per_second} events/s: p50 ${paced.p50_ms.toFixed(0)}, p99 ${paced.p99_ms.toFixed(0)} ms after the answer, ${paced.lost} lost`,
    `CPU per execution, µs: ${cpu}; in a burst ${burst.executions_per_second.toFixed(0)} executions/s of ${burst.cpu_us.toFixed(0)} µs with their events, ${burst.lost} lost`,
    `An event no rule waits for, automation and Postgres µs: ${matching_cpu_us.no_rules.toFixed(0)} without rules, ${matching_cpu_us.many_rules.toFixed(0)} with ten thousand for other events`,
  ];
}
