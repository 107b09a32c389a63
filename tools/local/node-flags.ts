/**
 * How a service's Node is started.
 *
 * V8 sizes its young generation by the machine's memory: a service that needs 60 MB took 250 MB under load. Measured under load
 * at 4, 8 and 16 MB: 8 takes about the memory of 4 at the CPU of 16. The bound of the old generation is wide, so that a burst of
 * large requests is served and not killed.
 *
 * What a request leaves behind is garbage when it is answered. V8 takes some of it, by chance, for what will stay, and makes it
 * among the old from then on: of six equal processes under lists three did 90 collections of all memory where the others
 * did 20, and cost half as much again for as long as they lived. Without that guess each did 14 to 20.
 *
 * What V8 takes to compile a function stays with the process when it is done. Without the compiler of the middle (Maglev) a service
 * that answers lists took 85 to 95 MiB where it took 97 to 112, and no more processor time: what is called often goes to the last.
 * Pages of young objects are not made pages of old ones as they are, with what is garbage in them: 2 to 4 MiB less.
 *
 * Young objects are collected by one thread: the threads that help take the processors from requests, and cost more than they save of
 * 8 MB. Lists of tickets on two processors, in turns: 1,119 to 1,438 a second with them, 1,354 to 1,622 without.
 */
export const nodeFlags: readonly string[] = flagsFor('--max-old-space-size=256');

/** The same for the one process of all services. */
export const wholeProductFlags: readonly string[] = flagsFor('--max-old-space-size=512');

/**
 * The same in an image, where the heap is a part of the container's limit of memory: a limit that is raised is used, without another image. A third is
 * left for what is not in the heap: buffers, compiled code and stacks. Needs Node 24.6.
 */
export const imageFlags: readonly string[] = flagsFor('--max-old-space-size-percentage=66');

function flagsFor(heap: string): string[] {
  return [
    '--max-semi-space-size=8',
    heap,
    '--no-allocation-site-pretenuring',
    '--no-maglev',
    '--no-page-promotion',
    '--no-parallel-scavenge',
  ];
}

/**
 * glibc gives each thread an arena of its own, and keeps what was freed in it. V8's compilers take memory in pieces of 32 KB: as
 * mappings of their own they go back to the system with the last word compiled, 7 MiB in a service that was just started.
 */
export const nodeEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32000' };
