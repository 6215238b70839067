import { lazy } from 'react';
import { ChangePage } from '#areas/orders/web/site/change-page.tsx';

/** Only for a change that costs more. */
const loadPaying = () => import('#areas/checkout/web/site/pay-difference.tsx');
const PayDifference = lazy(async () => ({ default: (await loadPaying()).PayDifference }));
const FromBank = lazy(async () => ({ default: (await loadPaying()).FromBank }));

/** The page where a paid order is changed, with the card form for what it costs more. */
export function ChangeScreen() {
  return <ChangePage PayDifference={PayDifference} FromBank={FromBank} />;
}
