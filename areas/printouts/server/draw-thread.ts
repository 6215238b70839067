import { Worker } from 'node:worker_threads';
import type { DrawingReply, DrawingRequest } from './printed-document.ts';

export type DrawingThread = {
  send: (request: DrawingRequest) => void;
  /** Stops it, whatever it is doing. The next `send` starts a new one. */
  end: () => Promise<void>;
};

export type ThreadListener = {
  onReply: (reply: DrawingReply) => void;
  /** It ended unexpectedly. */
  onLost: (error: Error) => void;
};

/** Enough for thousands of labels; without a limit it would collect garbage too late to stay small. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/** A thread that starts when there is something to draw, and again after it has died. */
export function createDrawingThread({ onReply, onLost }: ThreadListener): DrawingThread {
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
