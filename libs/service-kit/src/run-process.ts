import { flushCompileCache } from 'node:module';
import { startTracing } from '@psa/trace-kit';
import type { z } from 'zod';
import { FINISH_MS } from './listen.ts';
import { createLog, type Log } from '@psa/observability-kit';
import { createMetrics, type Metrics } from '@psa/observability-kit';
import { EXIT_CONFIG, type processSettings, readSettings, redactSettings, SettingsError } from './settings.ts';

type ProcessSettings = z.output<z.ZodObject<typeof processSettings>>;
type Settings<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape & typeof processSettings>>;

/** What can be stopped. */
export interface Stoppable {
  stop(): Promise<void>;
}

/** What a process of the product consists of. */
export interface Program<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly settings: Shape & typeof processSettings;
  readonly start: (with_: { settings: Settings<Shape>; log: Log; metrics: Metrics }) => Promise<Stoppable>;
  /** What the same image does instead of serving, by the word it is given. */
  readonly commands?: Readonly<Record<string, () => Promise<void>>>;
}

/** A process whose settings were read. */
export interface Configured {
  readonly settings: Pick<ProcessSettings, 'PSA_VERSION' | 'PSA_LOG_LEVEL' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>;
  /** What `--print-config` prints. */
  readonly printed: Readonly<Record<string, unknown>>;
  /** What it takes to stop, in milliseconds. */
  readonly stopsWithinMs: number;
  /** @param onStop receives how to stop each thing that was started; the last is stopped first */
  readonly start: (with_: { log: Log; metrics: Metrics }, onStop: (running: Stoppable) => void) => Promise<void>;
}

/** Beside the drain and the requests under way: consumers, relay, broker and pools. */
export const CLOSING_MS = 5_000;

/**
 * Serves until a signal, or runs one command of the same image. `--print-config` prints the settings with secrets blanked.
 * Exits with EX_CONFIG and the list of all that is wrong when the configuration is faulty.
 */
export async function runProcess<Shape extends z.ZodRawShape>({
  name,
  settings: shape,
  start,
  commands = {},
}: Program<Shape>): Promise<void> {
  await serve(name, commands, () => {
    const settings = readSettings(shape, process.env) as Settings<Shape> & ProcessSettings;
    return {
      settings,
      printed: redactSettings(shape, settings),
      stopsWithinMs: settings.PSA_DRAIN_SECONDS * 1000 + FINISH_MS + CLOSING_MS,
      start: async (tools, onStop) => onStop(await start({ settings, ...tools })),
    };
  });
}

/** The whole of a process: its command line, settings, traces, log, figures, signals and end. */
export async function serve(
  name: string,
  commands: Readonly<Record<string, () => Promise<void>>>,
  configure: () => Configured,
): Promise<void> {
  await exitOnFaultySettings(async () => {
    const [word] = process.argv.slice(2);
    const command = word === undefined ? undefined : commands[word];
    if (command !== undefined) return command();
    // A mistyped command must not start a second instance.
    if (word !== undefined && word !== '--print-config') {
      throw new SettingsError(
        `There is no command "${word}": ${[...Object.keys(commands), '--print-config'].join(', ')}, or none to serve`,
      );
    }
    const { settings, printed, stopsWithinMs, start } = configure();
    if (word === '--print-config') {
      process.stdout.write(`${JSON.stringify(printed, null, 2)}\n`);
      return;
    }
    const tracing = await startTracing({
      service: name,
      version: settings.PSA_VERSION,
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    }).catch((error: unknown) => ({ error }));
    const log = createLog(name, settings.PSA_LOG_LEVEL, undefined, settings.PSA_VERSION);
    if (typeof tracing !== 'function') log.warn({ err: tracing.error }, 'going on without traces');
    const metrics = createMetrics(name);
    metrics.watchProcess();
    const started: Stoppable[] = [];
    // Before anything is started: the first process of a container dies of no signal it does not handle.
    stopOnSignal(
      async () => {
        for (const running of started.toReversed()) await running.stop();
        if (typeof tracing === 'function') await tracing();
      },
      log,
      stopsWithinMs,
    );
    logCrashes(log);
    try {
      await start({ log, metrics }, (running) => started.push(running));
    } catch (error) {
      // Its own faults are told as all faulty settings are.
      if (error instanceof SettingsError) throw error;
      log.fatal({ err: error }, 'could not start');
      process.exit(1);
    }
    // A process that is killed keeps nothing for the one that takes its place. Does nothing where NODE_COMPILE_CACHE is not set.
    flushCompileCache();
  });
}

/** Prints what is wrong with the configuration and exits with EX_CONFIG, instead of a stack trace. */
async function exitOnFaultySettings(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIG);
  }
}

/** Stops once on SIGTERM or SIGINT and exits; a second signal is not needed and does no harm. */
function stopOnSignal(stop: () => Promise<void>, log: Log, withinMs: number): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    setTimeout(() => {
      log.error({ after_ms: withinMs }, 'stopping took too long');
      process.exit(1);
    }, withinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** What nobody caught ends the process; said in the log and not on standard error, where nothing blanks secrets. */
function logCrashes(log: Log): void {
  const onCrash = (error: unknown) => {
    log.fatal({ err: error }, 'crashed');
    process.exit(1);
  };
  process.on('uncaughtException', onCrash);
  process.on('unhandledRejection', onCrash);
}
