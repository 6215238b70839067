/** What a scenario is, and what it is given to play with. */
import type { History } from './history.ts';
import type { Kitchen } from './kitchen.ts';

export type Scenario = {
  name: string;
  /** What the product promises, in a sentence; `size` in words is in it. */
  promise: string;
  /** How many of whatever it is about. */
  sizes: { short: number; long: number };
  run(stage: Stage): Promise<Outcome>;
};

export type Stage = {
  seed: string;
  size: number;
  /** The long form waits for the real clock where the short one hurries it on. */
  isLong: boolean;
  history: History;
  /** A fresh business with its app running; stopped when the scenario is over. */
  openKitchen(): Promise<Kitchen>;
};

export type Outcome = {
  /** Everything that was not as promised; empty when all was. */
  complaints: string[];
  /** The figures, in a line. */
  measured: string;
};
