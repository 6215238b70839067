import { classNames } from '../class-names.ts';

/** An amount from the wire ("14.99", "-5.99"), shown in dollars. */
export function Price({ amount, className }: { amount: string; className?: string }) {
  const text = amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
  return <span className={classNames('tabular-nums', className)}>{text}</span>;
}
