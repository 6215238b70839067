/** Stands in for server-sent events in component tests: a line that is up and on which nothing is said. */
import { afterEach, beforeEach, vi } from 'vitest';

class QuietLine extends EventTarget {
  readonly readyState = 1;
  close(): void {}
}

export function quietLiveLine(): void {
  beforeEach(() => {
    vi.stubGlobal('EventSource', QuietLine);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}
