import { plateAddress } from '#areas/menu/rules/plate-address.ts';
import type { PlateWords } from '#areas/menu/rules/plate-address.ts';

/** An empty square keeps the place until the picture is there. */
const SIZE_PX = 208;

type PlateProps = PlateWords & {
  className?: string;
  /** Whether it is probably visible when the page opens. */
  isAboveFold?: boolean;
};

/**
 * A meal as a plate seen from above, drawn by the server from the meal's own words. Decoration: its text is beside it.
 * A picture and not markup, so that browsers fetch it as it nears the viewport, without scripts too, and before printing.
 */
export function Plate({ className, isAboveFold = false, ...words }: PlateProps) {
  return (
    <img
      src={plateAddress(words)}
      width={SIZE_PX}
      height={SIZE_PX}
      alt=""
      loading={isAboveFold ? 'eager' : 'lazy'}
      decoding="async"
      className={className}
    />
  );
}
