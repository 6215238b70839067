import { createContext, useContext, useEffect, useRef } from 'react';
import type { PlateWords } from '#web/ui/food/plate/plate-recipe.ts';

const GLAZES = {
  cream: { rim: '#fffaf0', well: '#f7eedb', edge: '#dccaa6', gleam: '#c9b48a' },
  stoneware: { rim: '#7f9d93', well: '#93b0a5', edge: '#587a6f', gleam: '#dce8df' },
};

type PlateProps = PlateWords & {
  className?: string;
  /** Leaves the plate empty for now: far from the viewport. */
  isEmpty?: boolean;
};

/** A meal as a plate seen from above, always the same for the same words. Decoration: its text is beside it. */
export function Plate({ className, isEmpty = false, ...words }: PlateProps) {
  const glaze = words.mealType === 'dinner' ? GLAZES.stoneware : GLAZES.cream;
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <ellipse cx="103" cy="108" rx="93" ry="90" fill="#3a2a10" opacity="0.14" />
      <circle cx="100" cy="100" r="94" fill={glaze.rim} stroke={glaze.edge} strokeWidth="1.5" />
      <circle cx="100" cy="100" r="74" fill={glaze.well} stroke={glaze.edge} />
      <path
        d="M26 62A82 82 0 0 1 92 18M178 128A82 82 0 0 1 150 166"
        fill="none"
        stroke={glaze.gleam}
        strokeWidth="3"
        strokeLinecap="round"
        opacity="0.45"
      />
      <Food {...words} isEmpty={isEmpty} />
    </svg>
  );
}

/** Draws plates while prerendering; browsers load the drawing code when they need it. */
export const PlateDrawing = createContext<((words: PlateWords) => string) | null>(null);

const loadDrawing = () => import('#web/ui/food/plate/draw-food.ts');

/**
 * The server draws it into the page and React leaves it alone, so browsers need no script. They load the drawing code
 * only for a plate that is added later or changes.
 */
function Food({
  name,
  mealType,
  ingredients = '',
  description = '',
  isEmpty,
}: PlateWords & { isEmpty: boolean }) {
  const ref = useRef<SVGGElement>(null);
  const isNew = useRef(true);

  useEffect(() => {
    const food = ref.current;
    const isDrawnAhead = isNew.current && food?.hasChildNodes();
    isNew.current = false;
    if (!food || isDrawnAhead || isEmpty) return undefined;
    let isMounted = true;
    loadDrawing()
      .then(({ drawFood: draw }) => {
        if (isMounted) food.innerHTML = draw({ name, mealType, ingredients, description });
      })
      // An empty plate is still a plate.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [name, mealType, ingredients, description, isEmpty]);

  const drawAhead = useContext(PlateDrawing);
  const html = (!isEmpty && drawAhead?.({ name, mealType, ingredients, description })) || '';
  return (
    <g
      ref={ref}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      transform="translate(-22 -22) scale(1.22)"
      dangerouslySetInnerHTML={{ __html: html }}
      suppressHydrationWarning
    />
  );
}
