/** Sends a running app thousands of hostile requests, the same ones for the same seed, and collects what went wrong. */
import fc from 'fast-check';
import { type Operation, readOperations } from './api-description.ts';
import { createAnswerChecker } from './check-answer.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { gatherKnown } from './fuzz-fixtures.ts';
import { openSender } from './send-request.ts';

export type FuzzOptions = {
  url: string;
  requests: number;
  seed: number;
  /** How many concurrently. */
  hands: number;
  /** A request that takes longer counts as hanging. */
  limitMs: number;
  /** Signs a member of staff in: the value of a Cookie header. Called again when a request has ended the session. */
  signIn: () => Promise<string>;
  /** Called after every thousand or so. */
  onProgress?: (done: number) => Promise<void> | void;
};

export type FuzzReport = {
  /** One line each; the same fault of the same call only once. */
  faults: string[];
  /** Replies by status; 0: none. */
  statuses: Record<number, number>;
  slowestMs: number;
  /** Described calls that no request reached successfully. */
  neverDone: string[];
};

const BATCH = 1000;
const SIGNED_OUT = 401;

/** Outside the description: pages, pictures and unknown addresses. */
const UNDESCRIBED: Operation[] = [
  anything('GET', '/{page}'),
  anything('GET', '/api/{call}'),
  anything('POST', '/api/{call}'),
  anything('GET', '/images/meals/{file}'),
  anything('GET', '/assets/{file}'),
  anything('GET', '/track/{token}'),
  anything('GET', '/suburb'),
  anything('GET', '/sandbox/{call}'),
  anything('POST', '/sandbox/{call}'),
];

export async function fuzzApp(options: FuzzOptions): Promise<FuzzReport> {
  const described = await readOperations(options.url);
  const operations = [...described, ...UNDESCRIBED];
  let cookie = await options.signIn();
  const known = await gatherKnown(options.url, cookie, described);
  const requests = hostileRequests(operations, known);
  const checker = createAnswerChecker(operations);
  const sender = openSender(options.url, options);
  const report: FuzzReport = { faults: [], statuses: {}, slowestMs: 0, neverDone: [] };
  const reached = new Set<Operation>();
  const seen = new Set<string>();
  const slow: HostileRequest[] = [];

  function note(request: HostileRequest, fault: string): void {
    const { method, path } = request.operation;
    const kind = `${method} ${path}: ${fault.replaceAll(/[\d.]+/g, 'n').slice(0, 120)}`;
    if (seen.has(kind)) return;
    seen.add(kind);
    report.faults.push(`${describe(request)}\n  -> ${fault}`);
  }

  /** A busy machine is slow now and then; a request that is slow again when alone is hanging. */
  async function trySlowOnesAlone(): Promise<void> {
    for (const request of slow.splice(0)) {
      await tryOne(request);
      if (slow.splice(0).length > 0) note(request, `no reply within ${options.limitMs} ms`);
    }
  }

  async function tryOne(request: HostileRequest): Promise<void> {
    const answer = await sender.send(request, request.as === 'staff' ? cookie : null);
    if (!answer) {
      slow.push(request);
      return;
    }
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
    report.slowestMs = Math.max(report.slowestMs, answer.tookMs);
    const fault = checker.findFault(request, answer);
    if (fault) note(request, fault);
    if (answer.status > 0 && answer.status < 400) reached.add(request.operation);
    if (answer.status === SIGNED_OUT && request.as === 'staff') cookie = await options.signIn();
  }

  for (let done = 0; done < options.requests; done += BATCH) {
    const numRuns = Math.min(BATCH, options.requests - done);
    const batch = fc.sample(requests, { seed: options.seed + done, numRuns });
    await inParallel(batch, options.hands, tryOne);
    await trySlowOnesAlone();
    await options.onProgress?.(done + numRuns);
  }
  sender.close();
  const missed = described.filter((operation) => !reached.has(operation));
  report.neverDone = missed.map(({ method, path }) => `${method} ${path}`);
  return report;
}

async function inParallel<T>(
  tasks: T[],
  hands: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const left = tasks.values();
  const hand = async () => {
    for (const task of left) await work(task);
  };
  await Promise.all(Array.from({ length: hands }, hand));
}

function describe({ method, target, headers, body, as, isCutShort }: HostileRequest): string {
  const head = JSON.stringify(headers).slice(0, 300);
  const cut = isCutShort ? ', cut short' : '';
  const shown = body ? `${body.toString().slice(0, 1500)} (${body.length} bytes${cut})` : 'no body';
  return `${method} ${target.slice(0, 600)} as ${as} ${head}\n  ${shown}`;
}

function anything(method: string, path: string): Operation {
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  return {
    method,
    path,
    parameters: names.map((name) => ({ in: 'path', name, schema: { type: 'string' } })),
    body: null,
    responses: { '2XX': {}, '3XX': {}, '4XX': {} },
  };
}
