/** The meat, fish, tofu or egg that a meal is named after, as coloured paths. */
import { edged, type Layer } from './layer.ts';
import * as draw from './plate-paths.ts';
import type { MainKind, Part } from './plate-recipe.ts';

export function mainLayers(
  { kind, fill, shade }: Part<MainKind>,
  spot: draw.Spot,
  random: draw.NextRandom,
): Layer[] {
  switch (kind) {
    case 'slices':
      return edged(draw.sticks(random, spot, -1.1, 34, 13.5, 5), { fill, shade }, 14, 8.5);
    case 'fillet':
      return [
        { d: draw.blob(random, spot, 40, 23, 8), fill, stroke: shade, width: 3 },
        { d: draw.sticks(random, spot, -1.2, 26, 13, 5), stroke: shade, width: 2, opacity: 0.75 },
      ];
    case 'prawns': {
      const d = draw.curls(random, spot, 23, 5, 10);
      return [
        ...edged(d, { fill, shade }, 10, 7),
        { d, stroke: '#fff1e2', width: 7, dashes: '1.5 6' },
      ];
    }
    case 'cubes':
      return [{ d: draw.cubes(random, spot, 24, 8, 15), fill, stroke: shade, width: 4 }];
    case 'chunks':
      return [{ d: draw.cubes(random, spot, 25, 7, 17), fill, stroke: shade, width: 4 }];
    case 'balls':
      return edged(draw.ringOfDots(random, spot, 19, 4), { fill, shade }, 27, 21);
    case 'crumble':
      return [
        { d: draw.blob(random, spot, 36, 31), fill: shade },
        { d: draw.dots(random, spot, 31, 46), stroke: fill, width: 7 },
        { d: draw.dots(random, spot, 31, 20), stroke: shade, width: 3 },
      ];
    case 'rounds':
      return [
        ...edged(draw.ringOfDots(random, spot, 18, 4), { fill: '#e9d9b8', shade }, 30, 24),
        { d: draw.dots(random, spot, 22, 14), stroke: fill, width: 5 },
      ];
    case 'wedge':
      return [
        { d: draw.slice(spot), fill, stroke: shade, width: 7 },
        { d: draw.dots(random, spot, 16, 9), stroke: '#6d9f49', width: 5 },
        { d: draw.dots(random, spot, 16, 6), stroke: '#fffdf6', width: 5 },
      ];
  }
}
