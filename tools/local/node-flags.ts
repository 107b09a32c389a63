/**
 * How a service's Node is started. V8 sizes its young generation by the machine's memory and lets garbage stand as long as
 * there is room: a service that needs 60 MB took 250 MB under load. A small young generation and an eager old one keep it near
 * 100 MB; the bound itself is wide, so that a burst of large requests is served and not killed.
 */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=4', '--max-old-space-size=256', '--heap-growing-percent=15'];

/** glibc gives each thread an arena of its own, and keeps what was freed in it. */
export const nodeEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1' };
