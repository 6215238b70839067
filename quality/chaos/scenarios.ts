import { approvals } from './scenarios/approvals.scenario.ts';
import { changes } from './scenarios/changes.scenario.ts';
import { closedBrowsers } from './scenarios/closed-browsers.scenario.ts';
import { crashPoints } from './scenarios/crash-points.scenario.ts';
import { doublePay } from './scenarios/double-pay.scenario.ts';
import { drivers } from './scenarios/drivers.scenario.ts';
import { failover } from './scenarios/failover.scenario.ts';
import { forged } from './scenarios/forged.scenario.ts';
import { fullDisk } from './scenarios/full-disk.scenario.ts';
import { killApp, killDatabase } from './scenarios/kills.scenario.ts';
import { outgoingWebhooks } from './scenarios/outgoing-webhooks.scenario.ts';
import { oversell } from './scenarios/oversell.scenario.ts';
import { refundsScenario } from './scenarios/refunds.scenario.ts';
import { storm } from './scenarios/storm.scenario.ts';
import { unpaidHolds } from './scenarios/unpaid-holds.scenario.ts';
import type { Scenario } from './scenario.ts';
import { upgrade } from './scenarios/upgrade.scenario.ts';
import { webhooks } from './scenarios/webhooks.scenario.ts';

export const SCENARIOS: readonly Scenario[] = [
  oversell,
  unpaidHolds,
  approvals,
  killApp,
  killDatabase,
  failover,
  fullDisk,
  crashPoints,
  webhooks,
  outgoingWebhooks,
  closedBrowsers,
  doublePay,
  forged,
  refundsScenario,
  changes,
  drivers,
  storm,
  upgrade,
];
