/** The kitchen's logo: where it is, and which pictures will do. */

/** Size in pixels, as it is stored. */
export type KitchenLogo = { hash: string; width: number; height: number };

/** Twice what the header shows, for screens of high density. */
export const LOGO_BOX = { width: 480, height: 96 };

const SMALLEST_HEIGHT = 32;
const WIDEST = 6;
const TALLEST = 2;

const ADDRESS = /^\/images\/logo\/([0-9a-f]{32})\.png$/;

/** Derived from the content, so another logo has another address. */
export function logoUrl({ hash }: Pick<KitchenLogo, 'hash'>): string {
  return `/images/logo/${hash}.png`;
}

/** As pages show it. */
export function shownLogo(logo: KitchenLogo | null): (KitchenLogo & { url: string }) | null {
  return logo && { ...logo, url: logoUrl(logo) };
}

/** The hash in an address; null: not a logo's. */
export function parseLogoUrl(url: string): string | null {
  return ADDRESS.exec(url)?.[1] ?? null;
}

/** Of the picture as it was sent; null: it will do. */
export function logoSizeProblem({
  width,
  height,
}: {
  width: number;
  height: number;
}): string | null {
  if (height < SMALLEST_HEIGHT || width < SMALLEST_HEIGHT) {
    return `Please choose a larger picture: at least ${SMALLEST_HEIGHT} pixels high and wide`;
  }
  if (width > height * WIDEST) {
    return `Please choose a less wide picture: at most ${WIDEST} times as wide as it is high`;
  }
  if (height > width * TALLEST) {
    return `Please choose a less tall picture: at most twice as high as it is wide`;
  }
  return null;
}
