import type { IncomingMessage, ServerResponse } from 'node:http';

/** An open reply in the format of server-sent events. Anything sent after its end is ignored. */
export type EventStream = {
  send(event: string, data: object): void;
  /** Keeps the connection from looking dead. */
  comment(): void;
  end(): void;
  onEnd(listener: () => void): void;
};

const RETRY_MS = 2000;
/** Disconnect clients that stop reading, before their buffer fills memory. */
const MOST_WAITING_BYTES = 64 * 1024;

export function openEventStream(request: IncomingMessage, response: ServerResponse): EventStream {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Tells proxies not to buffer it.
    'x-accel-buffering': 'no',
  });
  request.socket.setNoDelay(true);
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
  };
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: () => write(': still here\n\n'),
    end: () => response.end(),
    onEnd: (listener) => response.once('close', listener),
  };
}
