/** What each actor knew: every reply as its caller received it. A missing reply means unknown, not failed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Fact = {
  /** Milliseconds since the run began. */
  atMs: number;
  /** `customer-17`, `staff`, `fault injector` */
  who: string;
  /** The action: `confirm`, `place`, `kill the app`. */
  did: string;
  /** The reply's status; 0: no reply, so it may have happened or not. */
  status?: number;
  /** The error code in the reply. */
  code?: string;
  intent?: string;
  /** The price the customer agreed to, or the amount moved. */
  cents?: number;
  orderNumber?: string;
};

export type History = {
  note(fact: Omit<Fact, 'atMs'>): void;
  facts(): readonly Fact[];
  /** Writes it as JSON lines; returns the file's path. */
  save(folder: string, name: string): string;
};

export function startHistory(): History {
  const facts: Fact[] = [];
  const start = performance.now();
  return {
    note(fact) {
      facts.push({ atMs: Math.round(performance.now() - start), ...fact });
    },
    facts: () => facts,
    save(folder, name) {
      mkdirSync(folder, { recursive: true });
      const file = path.join(folder, `${name}.jsonl`);
      writeFileSync(file, facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
      return file;
    },
  };
}
