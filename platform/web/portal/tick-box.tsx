import { useEffect, useRef } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

type TickBoxProps = {
  label: string;
  /** `mixed`: some of what it stands for is ticked. */
  checked: boolean | 'mixed';
  onTick: (isRange: boolean) => void;
  className?: string;
};

/** A checkbox in a square that a fingertip finds. */
export function TickBox({ label, checked, onTick, className }: TickBoxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const isMixed = checked === 'mixed';
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={classNames('grid min-w-11 place-items-center', className ?? 'min-h-11')}>
      <input
        ref={ref}
        type="checkbox"
        checked={checked === true}
        aria-label={label}
        onChange={({ nativeEvent }) =>
          onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-5 accent-primary"
      />
    </label>
  );
}
