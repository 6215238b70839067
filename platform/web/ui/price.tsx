import { amountInDollars } from '#platform/rules/money.ts';
import { classNames } from './class-names.ts';

/** An amount from the wire ("14.99", "-5.99", "33660.77"), in dollars; page translators leave it as it is. */
export function Price({ amount, className }: { amount: string; className?: string }) {
  return (
    <span translate="no" className={classNames('tabular-nums', className)}>
      {amountInDollars(amount)}
    </span>
  );
}
