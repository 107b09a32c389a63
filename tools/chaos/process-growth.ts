/** Growth that is a leak, in MiB an hour. */
const MAX_MEMORY_SLOPE = 1;
/** What the memory of a process still settles by within minutes, in MiB: runs that are watched for less than an hour tell of fast leaks alone. */
const SETTLING = 16;
/** Parts of the time whose least memory is compared: between two collections of garbage memory goes up and comes down again. */
const PARTS = 12;
/** Standard errors by which a slope has to be too steep: by chance one in a thousand is. */
const CERTAINTY = 4;
const MAX_FILES_GROWTH = 10;
/** Events that may be under way whenever somebody looks. */
const MAX_LAG_GROWTH = 200;

/** What a process took at one moment. */
export interface Sample {
  readonly atHours: number;
  /** In MiB. */
  readonly memory: number;
  readonly files: number;
  /** Requests that wait for a connection to the database. */
  readonly poolWaiting: number;
  /** Events that consumers have yet to handle. */
  readonly lag: number;
}

/** What of a process grew between the first and the last sample, or was more than it may take. @param maxMemory of its container, in MiB */
export function growthOf(name: string, samples: readonly Sample[], maxMemory: number): string[] {
  const faults: string[] = [];
  const hours = (samples.at(-1)?.atHours ?? 0) - (samples[0]?.atHours ?? 0);
  const { slope, error } = memorySlope(samples);
  const settling = hours < 1 ? SETTLING / hours : 0;
  if (slope - CERTAINTY * error > MAX_MEMORY_SLOPE + settling) faults.push(`memory of ${name} grows by ${slope.toFixed(1)} MiB an hour`);
  const most = Math.max(...samples.map(({ memory }) => memory));
  if (most > maxMemory) faults.push(`${name} took ${most.toFixed(0)} MiB, and its container has ${maxMemory}`);
  // Connections come and go with the load: what grows is what is open, or waits, at the quietest moment.
  const grown = (read: (sample: Sample) => number) => {
    const third = Math.ceil(samples.length / 3);
    return Math.min(...samples.slice(-third).map(read)) - Math.min(...samples.slice(0, third).map(read));
  };
  const [files, lag, waiting] = [grown((sample) => sample.files), grown((sample) => sample.lag), grown((sample) => sample.poolWaiting)];
  if (files > MAX_FILES_GROWTH) faults.push(`${name} opened ${files} more files`);
  if (lag > MAX_LAG_GROWTH) faults.push(`consumers of ${name} fell ${lag} events behind`);
  if (waiting > 0) faults.push(`${waiting} more requests of ${name} wait for the database all the time`);
  return faults;
}

/** How memory grows from one part of the time to the next, by least squares, and the standard error of that; in MiB an hour. */
export function memorySlope(samples: readonly Sample[]): { slope: number; error: number } {
  const size = Math.max(1, Math.ceil(samples.length / PARTS));
  const floors = Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    samples.slice(index * size, (index + 1) * size).reduce((least, sample) => (sample.memory < least.memory ? sample : least)),
  );
  const mean = (read: (sample: Sample) => number) => floors.reduce((sum, sample) => sum + read(sample), 0) / floors.length;
  const [meanHours, meanMemory] = [mean(({ atHours }) => atHours), mean(({ memory }) => memory)];
  const variance = mean(({ atHours }) => (atHours - meanHours) ** 2);
  if (variance === 0) return { slope: 0, error: 0 };
  const slope = mean(({ atHours, memory }) => (atHours - meanHours) * (memory - meanMemory)) / variance;
  const residual = mean(({ atHours, memory }) => (memory - meanMemory - slope * (atHours - meanHours)) ** 2);
  return { slope, error: Math.sqrt(residual / variance / Math.max(1, floors.length - 2)) };
}
