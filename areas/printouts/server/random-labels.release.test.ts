import { test } from 'vitest';
import { createDocumentDrawer } from '#areas/printouts/server/draw-document.ts';
import { checkRandomLabels } from '#quality/support/random/random-labels.ts';

test('a thousand random labels, on every stock, are one label each or named before', async () => {
  const drawer = createDocumentDrawer();
  await checkRandomLabels(drawer, 1000);
  await drawer.close();
}, 600_000);
