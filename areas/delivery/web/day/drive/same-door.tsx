import type { DrivenStop } from './driven-stop.ts';

type SameDoorProps = {
  stops: readonly DrivenStop[];
  /** Ids of those that the next tap does not speak of. */
  apart: readonly number[];
  onChange: (apart: readonly number[]) => void;
};

/** Ten bags for one door are one tap. */
export function SameDoor({ stops, apart, onChange }: SameDoorProps) {
  if (stops.length === 0) return null;
  return (
    <fieldset className="grid gap-2 px-4 pb-4">
      <legend className="pb-2 font-bold">Same door, same tap</legend>
      {stops.map(({ id, stop, name, bags }) => (
        <label
          key={id}
          className="flex min-h-14 items-center gap-3 rounded-xl border-2 border-ink px-3 font-semibold"
        >
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-ink"
            checked={!apart.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? apart.filter((other) => other !== id) : [...apart, id])
            }
          />
          <span>
            Stop {stop}, {name}: {bags === 1 ? '1 bag' : `${bags} bags`}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
