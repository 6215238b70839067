/**
 * The kitchen's own colour for buttons and links. Only one that can be read is accepted; what belongs to it, in both
 * themes, follows from it. Contrast as WCAG 2 defines it.
 */

/** For platform/web/theme/tokens.css, where a test compares them. */
export const THEME_TOKENS = {
  light: {
    grounds: { ground: '#fbf5e9', surface: '#fffdf8', sunken: '#f2e9d6', 'mango-soft': '#fdebc4' },
    texts: { ink: '#17342b', 'ink-soft': '#4c5f54', accent: '#a63f26', danger: '#9a2f1f' },
    onPrimary: '#fffdf8',
  },
  dark: {
    grounds: { ground: '#121f1a', surface: '#1a2a24', sunken: '#0d1713', 'mango-soft': '#473613' },
    texts: { ink: '#f4eddf', 'ink-soft': '#b8c5b9', accent: '#f29a7f', danger: '#f7a796' },
    onPrimary: '#0d2119',
  },
} as const;

export type AccentTheme = Record<'primary' | 'primary-strong' | 'primary-soft', string>;

/** What owners can choose from without knowing a number; any other that can be read will do too. */
export const SUGGESTED_COLOURS = [
  { name: 'Bay blue', colour: '#1f5368' },
  { name: 'Indigo', colour: '#3d4a9a' },
  { name: 'Plum', colour: '#7a2e5d' },
  { name: 'Brick', colour: '#9a2f1f' },
  { name: 'Olive', colour: '#55601c' },
  { name: 'Charcoal', colour: '#3a3f44' },
] as const;

const NEEDED = 4.5;
const HEX = /^#[0-9a-f]{6}$/i;

/** Null: it reads well as text on every ground and under text. Otherwise what to do. */
export function accentProblem(colour: string): string | null {
  if (!HEX.test(colour)) return 'Please enter # and six digits or letters from a to f: #1f5368';
  const worst = Math.min(...lightGrounds().map((ground) => contrast(colour, ground)));
  if (worst >= NEEDED) return null;
  // Rounded down: 4.46 must not read as enough.
  const reached = (Math.floor(worst * 10) / 10).toFixed(1);
  return `Please choose a darker colour: on our pages its contrast is ${reached}:1, and text needs ${NEEDED}:1`;
}

/** For a colour without a problem. In the dark theme it is made lighter until it can be read there too. */
export function accentThemes(colour: string): { light: AccentTheme; dark: AccentTheme } {
  const light = THEME_TOKENS.light.grounds.surface;
  const dark = THEME_TOKENS.dark.grounds.surface;
  const onDark = lighterUntilRead(colour.toLowerCase());
  return {
    light: {
      primary: colour.toLowerCase(),
      'primary-strong': mix(colour, '#000000', 0.22),
      'primary-soft': softGround(colour, light, Object.values(THEME_TOKENS.light.texts)),
    },
    dark: {
      primary: onDark,
      'primary-strong': mix(onDark, '#ffffff', 0.3),
      'primary-soft': softGround(onDark, dark, Object.values(THEME_TOKENS.dark.texts)),
    },
  };
}

/** The address of a stylesheet for this colour. Its number changes when the colours that follow from it do. */
export function accentStylesheetUrl(colour: string): string {
  return `/colours/1-${colour.slice(1).toLowerCase()}.css`;
}

/** Null: not such an address. */
export function parseAccentStylesheetUrl(url: string): string | null {
  const [, digits] = /^\/colours\/1-([0-9a-f]{6})\.css$/.exec(url) ?? [];
  return digits === undefined ? null : `#${digits}`;
}

export function accentStylesheet(colour: string): string {
  const { light, dark } = accentThemes(colour);
  const rules = (theme: AccentTheme) =>
    Object.entries(theme)
      .map(([name, value]) => `--color-${name}:${value};`)
      .join('');
  return `:root{${rules(light)}}@media (prefers-color-scheme:dark){:root{${rules(dark)}}}`;
}

/** Ratio of two colours written as #rrggbb: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function lightGrounds(): string[] {
  return Object.values(THEME_TOKENS.light.grounds);
}

function lighterUntilRead(colour: string): string {
  const grounds = Object.values(THEME_TOKENS.dark.grounds);
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix(colour, '#ffffff', share);
    if (grounds.every((ground) => contrast(lighter, ground) >= NEEDED + 0.5)) return lighter;
  }
  return '#ffffff';
}

/** As much of the colour in the ground as its own text and all others can bear. */
function softGround(colour: string, ground: string, texts: readonly string[]): string {
  for (let share = 0.16; share > 0; share -= 0.02) {
    const soft = mix(ground, colour, share);
    if ([colour, ...texts].every((text) => contrast(text, soft) >= NEEDED)) return soft;
  }
  return ground;
}

function mix(from: string, to: string, share: number): string {
  const parts = partsOf(to).map((part, index) => {
    const start = partsOf(from)[index] ?? 0;
    return Math.round(start + (part - start) * share);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
