/** A drawing in the making: pieces are defined once and used many times, so that a full plate stays small. */

export type NextRandom = () => number;
export type Spot = { x: number; y: number };

/** Drawn around 0, 0, pointing right. */
export type Piece = {
  id: string;
  markup: string;
  /** A factor; default: as drawn. */
  size?: number;
  /** How far it may be turned either way, in degrees, for what has an upper and a lower side; default: all around. */
  tilt?: number;
};

export const sized = (piece: Piece, size: number): Piece => ({ ...piece, size });

export type Sheet = {
  random: NextRandom;
  /** In degrees, clockwise. */
  put: (piece: Piece, at: Spot, turn?: number, scale?: number) => void;
  add: (markup: string) => void;
  /** What is drawn inside lies on what is beneath and throws a shadow on it. */
  lay: (draw: () => void) => void;
  markup: () => string;
};

export const fine = (value: number) => String(Math.round(value * 10) / 10);
export const between = (random: NextRandom, low: number, high: number) =>
  low + random() * (high - low);

export function newSheet(random: NextRandom): Sheet {
  const pieces = new Map<string, string>();
  const drawn: string[] = [];
  const add = (markup: string) => {
    drawn.push(markup);
  };
  return {
    random,
    add,
    put({ id, markup, size: own = 1 }, at, turn = 0, scale = 1) {
      pieces.set(id, `<g id="${id}">${markup}</g>`);
      const rotate = turn === 0 ? '' : `rotate(${Math.round(turn)})`;
      const factor = Math.round(scale * own * 100) / 100;
      const size = factor === 1 ? '' : `scale(${factor})`;
      add(
        `<use href="#${id}" transform="translate(${fine(at.x)} ${fine(at.y)})${rotate}${size}"/>`,
      );
    },
    lay(draw) {
      add('<g filter="url(#lie)">');
      draw();
      add('</g>');
    },
    markup: () =>
      `<defs><filter id="lie" x="-10%" y="-10%" width="125%" height="130%"><feDropShadow dx="1" dy="2" stdDeviation="1.4" flood-color="#2b1a08" flood-opacity=".45"/></filter>${[...pieces.values()].join('')}</defs>${drawn.join('')}`,
  };
}

/** Numbers in [0, 1) that are the same for the same text, on server and browser alike (FNV-1a into mulberry32). */
export function plateRandom(text: string): NextRandom {
  let state = 0x811c9dc5;
  for (const character of text)
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
