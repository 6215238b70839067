/**
 * The connections of our pools: pg's client, through whose public `query` every statement passes. The pool makes them
 * because it is given the class; nothing of pg is patched. Seen with pg 8.23.1 and drizzle-orm 0.45.4.
 */
import { createHash } from 'node:crypto';
import { DatabaseClient } from './database-client.ts';

/** Must call `send`, which sends the statement, and return what it returns. */
export type StatementWatch = (text: string, send: () => unknown) => unknown;

const watches = new Set<StatementWatch>();

/**
 * From now on `watch` sees every statement of every pool of this process, also on connections that are open already,
 * until the returned function is called.
 */
export function watchStatements(watch: StatementWatch): () => void {
  watches.add(watch);
  return () => watches.delete(watch);
}

/** pg's `query` has many forms; all take what is to be sent first, and its values second. */
type Query = (...sent: unknown[]) => unknown;

export class StatementClient extends DatabaseClient {
  #isGathering = false;

  /** `never` stands for whatever the form of pg's that was called returns. */
  override query(sent: unknown, values?: unknown, ...rest: unknown[]): never {
    const hasValues = Array.isArray(values) && values.length > 0;
    const toSend = hasValues ? named(sent) : sent;
    const send = () => {
      this.#gather();
      return (super.query as Query).call(this, toSend, values, ...rest);
    };
    return watched(sent, send) as never;
  }

  /** What is asked at the same moment leaves in one write: each write costs more than the statement in it. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}

function watched(sent: unknown, send: () => unknown): unknown {
  if (watches.size === 0) return send();
  const text = statementText(sent);
  return [...watches].reduce<() => unknown>((inner, watch) => () => watch(text, inner), send)();
}

function statementText(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return sent !== null && typeof sent === 'object' && 'text' in sent ? String(sent.text) : '';
}

/** Also one that begins with another (`with ended as (delete …) update …`), and a lock on a row. */
const WRITE = /^\s*(with \w+ as \(\s*)?(insert|update|delete)\b|\bfor (no key )?update\b/i;
/** Inserts of many rows have as many texts as there may be rows, and are rarely met again. */
const LONGEST_NAMED = 2000;

/**
 * Gives a write a name, by which PostgreSQL knows it again on the same connection and plans it no more. A write by its
 * key has one good plan whatever its values are; a search does not, and is planned each time.
 */
function named(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || !('text' in sent)) return sent;
  const { text, name } = sent as { text: unknown; name?: string };
  const isUnnamedWrite =
    typeof text === 'string' &&
    name === undefined &&
    text.length <= LONGEST_NAMED &&
    WRITE.test(text);
  return isUnnamedWrite ? { ...sent, name: statementName(text) } : sent;
}

const names = new Map<string, string>();

function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
