import { expect, test } from 'vitest';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { stalePrintouts } from '#areas/kitchen/web/portal/daily-prep-tab.tsx';

const aPrintout = (change: Partial<PrintoutReply>): PrintoutReply => ({
  id: 1,
  kind: 'run_sheet',
  format: 'pdf',
  window: null,
  date: '2026-01-13',
  version: '4F2A-91C3',
  printedAt: '2026-01-12T19:00:00.000Z',
  slipPrintedAt: null,
  isStale: true,
  meals: [],
  orders: [],
  work: [],
  ...change,
});

test('a sheet and its file are one paper; another window is another', () => {
  const sheet = aPrintout({});
  const file = aPrintout({ format: 'csv' });
  const window = aPrintout({ window: '11:00-13:00', format: 'csv' });
  expect(stalePrintouts([sheet, file, window])).toEqual([sheet, window]);
  expect(stalePrintouts([{ ...sheet, isStale: false }, file])).toEqual([file]);
});
