/** What a scenario is, and what it has to work with. */
import type { History } from './history.ts';
import type { SystemOptions, SystemUnderTest } from './system-under-test.ts';

export type Scenario = {
  name: string;
  /** The product's promise, in a sentence; it includes `size` in words. */
  promise: string;
  /** The number of whatever the scenario is about. */
  sizes: { short: number; long: number };
  run(context: ScenarioContext): Promise<ScenarioResult>;
};

export type ScenarioContext = {
  seed: string;
  size: number;
  /** The long form waits for the real clock where the short one advances it. */
  isLong: boolean;
  history: History;
  /** A new business with its app running; stopped when the scenario is over. */
  openSystem(options?: SystemOptions): Promise<SystemUnderTest>;
};

export type ScenarioResult = {
  /** Every broken promise; empty when all were kept. */
  complaints: string[];
  /** The measurements, in one line. */
  measured: string;
  /** Why this machine cannot run it. It then counts neither as passed nor as failed. */
  notRun?: string;
};
