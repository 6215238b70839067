import { classNames } from './class-names.ts';

/** An amount from the wire ("14.99", "-5.99", "33660.77"), shown in dollars as everywhere (`platform/rules/money.ts`). */
export function Price({ amount, className }: { amount: string; className?: string }) {
  const text = amount.replace(/\B(?=(\d{3})+\.)/g, ',').replace(/\d/, '$$$&');
  return <span className={classNames('tabular-nums', className)}>{text}</span>;
}
