export type Layer = {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  dashes?: string;
};

/** One line drawn twice: its darker edge, then its body. */
export function edged(
  d: string,
  colours: { fill: string; shade: string },
  edge: number,
  body: number,
): Layer[] {
  return [
    { d, stroke: colours.shade, width: edge },
    { d, stroke: colours.fill, width: body },
  ];
}
