import { Price } from '#platform/web/ui/price.tsx';

type AmountListProps = {
  lines: readonly { label: string; amount: string }[];
  total: string;
};

export function AmountList({ lines, total }: AmountListProps) {
  return (
    <dl className="grid gap-1.5">
      {lines.map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd>
            <Price amount={amount} />
          </dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-xl font-semibold">
        <dt>Total</dt>
        <dd>
          <Price amount={total} />
        </dd>
      </div>
    </dl>
  );
}
