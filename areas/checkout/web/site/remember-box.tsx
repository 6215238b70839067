import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { LONGEST_HOUSEHOLD_NAME } from '#areas/checkout/web/site/kept-households.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useOrder } from './order-context.tsx';

type RememberBoxProps = {
  /** The name to keep the household under; null: not to be kept. */
  remember: string | null;
  onChange: (remember: string | null) => void;
};

/** Never ticked for anyone: a shared computer keeps nothing unasked. */
export function RememberBox({ remember, onChange }: RememberBoxProps) {
  const { household } = useOrder();
  const name = household?.name ?? 'Us';
  return (
    <div className="grid justify-items-start gap-3">
      <CheckChip
        checked={remember !== null}
        onToggle={() => onChange(remember === null ? name : null)}
      >
        {household ? `Keep changes for “${household.name}”` : 'Remember us on this device'}
      </CheckChip>
      <p className="text-sm text-ink-soft">
        Next time your people, what they eat and avoid, contact and address are filled in, and you
        can order the same again. Only on this device; never your card. Don’t tick it on a computer
        that others use.{' '}
        <Link to={paths.thisDevice()} className="text-primary underline">
          See and erase what’s kept
        </Link>
      </p>
      {remember !== null && !household && (
        <TextField
          label="Call this household"
          hint="To tell it apart if you order for others too: “Mum’s place”."
          value={remember}
          maxLength={LONGEST_HOUSEHOLD_NAME}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
