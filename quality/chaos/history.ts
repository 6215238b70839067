/** What everybody knew: each answer as the one who asked got it. What nobody answered is unknown, not failed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Fact = {
  /** Milliseconds since the run began. */
  atMs: number;
  /** `customer-17`, `staff`, `nemesis` */
  who: string;
  /** What was done: `confirm`, `place`, `kill the app`. */
  did: string;
  /** Of the answer; 0: there was none, so it may have happened or not. */
  status?: number;
  /** The error code in the answer. */
  code?: string;
  intent?: string;
  /** The price the customer agreed to, or what was moved. */
  cents?: number;
  orderNumber?: string;
};

export type History = {
  note(fact: Omit<Fact, 'atMs'>): void;
  facts(): readonly Fact[];
  /** Writes it as JSON lines; the path of the file. */
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
