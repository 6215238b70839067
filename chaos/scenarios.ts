import { closedBrowsers } from './closed-browsers.scenario.ts';
import { crashPoints } from './crash-points.scenario.ts';
import { doublePay } from './double-pay.scenario.ts';
import { forged } from './forged.scenario.ts';
import { killApp, killDatabase } from './kills.scenario.ts';
import { oversell } from './oversell.scenario.ts';
import { refunds } from './refunds.scenario.ts';
import type { Scenario } from './scenario.ts';
import { webhooks } from './webhooks.scenario.ts';

export const SCENARIOS: readonly Scenario[] = [
  oversell,
  killApp,
  killDatabase,
  crashPoints,
  webhooks,
  closedBrowsers,
  doublePay,
  forged,
  refunds,
];
