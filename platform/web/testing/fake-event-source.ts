/** Stands in for server-sent events in component tests: a line that is up and on which nothing is said. */
import { afterEach, beforeEach, vi } from 'vitest';

const lines = new Set<QuietLine>();

class QuietLine extends EventTarget {
  readonly readyState = 1;
  constructor() {
    super();
    lines.add(this);
  }
  close(): void {
    lines.delete(this);
  }
}

/** The line is lost (`error`) or up again (`ready`), for everyone who listens. */
export function tellLiveLine(news: 'error' | 'ready'): void {
  for (const line of lines) line.dispatchEvent(new Event(news));
}

export function quietLiveLine(): void {
  beforeEach(() => {
    vi.stubGlobal('EventSource', QuietLine);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}
