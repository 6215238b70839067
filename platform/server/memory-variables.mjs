/**
 * For glibc: give memory back as soon as it is free. Otherwise a rush leaves the app a third larger for good. Set by what
 * starts the process, because glibc reads them before a program's own code runs; also in container/Containerfile.
 */
export const MEMORY_VARIABLES = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '65536',
};
