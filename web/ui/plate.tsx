import { plateLayers } from '#web/ui/plate/plate-layers.ts';
import { type PlateWords, plateRecipe } from '#web/ui/plate/plate-recipe.ts';

const GLAZES = {
  cream: { rim: '#fffaf0', well: '#f7eedb', edge: '#dccaa6', gleam: '#c9b48a' },
  stoneware: { rim: '#7f9d93', well: '#93b0a5', edge: '#587a6f', gleam: '#dce8df' },
};

type PlateProps = PlateWords & { className?: string };

/** A meal as a plate seen from above, always the same for the same words. Decoration: its text stands beside it. */
export function Plate({ className, ...words }: PlateProps) {
  const recipe = plateRecipe(words);
  const glaze = GLAZES[recipe.glaze];
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
      <g
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        transform="translate(-22 -22) scale(1.22)"
      >
        {plateLayers(recipe, words.name).map((layer, index) => (
          <path
            // Layers never change places: the same words give the same drawing.
            key={index}
            d={layer.d}
            fill={layer.fill}
            stroke={layer.stroke}
            strokeWidth={layer.width}
            opacity={layer.opacity}
            strokeDasharray={layer.dashes}
            strokeLinecap={layer.dashes ? 'butt' : undefined}
          />
        ))}
      </g>
    </svg>
  );
}
