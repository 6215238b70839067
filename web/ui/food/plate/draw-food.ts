/** What lies on a plate, as the text of SVG elements: drawn ahead by the server, and sent as scripts only where a plate is new. */
import type { Layer } from './layer.ts';
import { plateLayers } from './plate-layers.ts';
import { type PlateWords, plateRecipe } from './plate-recipe.ts';

/** The same for the same words. Words choose among fixed shapes and colours, and never get into the text themselves. */
export function drawFood(words: PlateWords): string {
  return plateLayers(plateRecipe(words), words.name).map(drawLayer).join('');
}

function drawLayer({ d, fill, stroke, width, opacity, dashes }: Layer): string {
  const attributes = {
    fill,
    stroke,
    'stroke-width': width,
    opacity,
    'stroke-dasharray': dashes,
    'stroke-linecap': dashes && 'butt',
  };
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<path d="${d}"${given.map(([name, value]) => ` ${name}="${value}"`).join('')}/>`;
}
