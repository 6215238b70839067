/** Draws PDFs in a thread of its own, so that customers never wait for a stack of labels. */
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '#platform/server/errors.ts';
import type { DocumentDrawer, LabelTooTall } from '#areas/printouts/server/drawer-port.ts';
import type { DrawingReply, DrawingRequest } from './draw-pdf.ts';

export type DrawerLimits = {
  /** A drawing that takes longer is abandoned, and its thread with it. */
  timeLimitMs: number;
  /** The thread ends after this long with nothing to draw; the next document starts a new one. */
  idleMs: number;
  /** How many documents may wait in the queue. */
  queueLength: number;
};

const LIMITS: DrawerLimits = { timeLimitMs: 60_000, idleMs: 5 * 60_000, queueLength: 50 };

type Job = {
  request: DrawingRequest;
  hear: (reply: DrawingReply) => boolean;
  fail: (error: Error) => void;
};

/** Draws one document at a time; the others wait. */
export function createDocumentDrawer(changed: Partial<DrawerLimits> = {}): DocumentDrawer {
  const limits = { ...LIMITS, ...changed };
  const thread = createDrawingThread({ onReply: hear, onLost: giveUp });
  const queue: Job[] = [];
  let current: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let jobCount = 0;
  let isClosed = false;

  function hear(reply: DrawingReply): void {
    if (current?.request.id !== reply.id) return;
    if ('failed' in reply) giveUp(new Error(`a document could not be drawn: ${reply.failed}`));
    else if (current.hear(reply)) resume();
  }

  function giveUp(error: Error): void {
    current?.fail(error);
    resume();
  }

  function resume(): void {
    clearTimeout(timer);
    current = queue.shift() ?? null;
    if (current) {
      timer = setTimeout(stopCurrent, limits.timeLimitMs);
      send(current);
    } else if (!isClosed) timer = setTimeout(() => void thread.end(), limits.idleMs).unref();
  }

  /** Only plain data can be sent to another thread. */
  function send({ request }: Job): void {
    try {
      thread.send(request);
    } catch (cause) {
      giveUp(new Error('a document could not be sent to be drawn', { cause }));
    }
  }

  function stopCurrent(): void {
    void thread.end();
    giveUp(new Error(`a document took longer than ${limits.timeLimitMs} ms to draw`));
  }

  function ask<Answer>(
    jobOf: (id: number, answer: PromiseWithResolvers<Answer>) => Job,
  ): Promise<Answer> {
    if (isClosed || queue.length >= limits.queueLength) throw tooBusy();
    const answer = Promise.withResolvers<Answer>();
    jobCount += 1;
    queue.push(jobOf(jobCount, answer));
    if (!current) resume();
    return answer.promise;
  }

  return {
    draw: async (document) => ask<Readable>((id, begun) => drawingJob({ id, document }, begun)),
    measureLabels: async (content) =>
      ask<LabelTooTall[]>((id, measured) => measuringJob({ id, measure: content }, measured)),
    async close() {
      isClosed = true;
      for (const job of queue.splice(0)) job.fail(tooBusy());
      giveUp(tooBusy());
      await thread.end();
    },
  };
}

function measuringJob(
  request: DrawingRequest,
  { resolve, reject }: PromiseWithResolvers<LabelTooTall[]>,
): Job {
  return {
    request,
    hear(reply) {
      if ('tooTall' in reply) resolve(reply.tooTall);
      return true;
    },
    fail: reject,
  };
}

function drawingJob(request: DrawingRequest, begun: PromiseWithResolvers<Readable>): Job {
  const stream = new Readable({ read() {} });
  // No one listens to a stream that was never handed out.
  stream.on('error', () => {});
  return {
    request,
    hear(reply) {
      if (!('chunk' in reply)) {
        stream.push(null);
        return true;
      }
      stream.push(reply.chunk);
      begun.resolve(stream);
      return false;
    },
    fail(error) {
      begun.reject(error);
      stream.destroy(error);
    },
  };
}

function tooBusy(): Unavailable {
  return new Unavailable('busy', 'The print queue is full. Try again in a minute.');
}

type DrawingThread = {
  send: (request: DrawingRequest) => void;
  /** Stops it, whatever it is doing. The next `send` starts a new one. */
  end: () => Promise<void>;
};

type ThreadListener = {
  onReply: (reply: DrawingReply) => void;
  /** It ended unexpectedly. */
  onLost: (error: Error) => void;
};

/** Enough for thousands of labels; without a limit it would collect garbage too late to stay small. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/** A thread that starts when there is something to draw, and again after it has died. */
function createDrawingThread({ onReply, onLost }: ThreadListener): DrawingThread {
  let worker: Worker | null = null;

  function start(): Worker {
    const started = new Worker(new URL('draw-worker.ts', import.meta.url), {
      resourceLimits: MEMORY,
    });
    const lose = (error: Error) => {
      if (worker !== started) return;
      worker = null;
      onLost(error);
    };
    started.on('message', (reply: DrawingReply) => {
      if (worker === started) onReply(reply);
    });
    started.on('error', (error) => lose(error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => lose(new Error('the drawing thread ended')));
    return started;
  }

  return {
    send(request) {
      worker ??= start();
      worker.postMessage(request);
    },
    async end() {
      const ended = worker;
      worker = null;
      await ended?.terminate();
    },
  };
}
