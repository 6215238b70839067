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

/** Squares of it, in pixels: for tabs and our own header, home screens, and installed apps. */
export const LOGO_ICON_SIZES = [96, 180, 192, 512] as const;
export type LogoIconSize = (typeof LOGO_ICON_SIZES)[number];

const ICON_ADDRESS = /^\/images\/logo\/([0-9a-f]{32})-(\d+)\.png$/;

export function logoIconUrl({ hash }: Pick<KitchenLogo, 'hash'>, size: LogoIconSize): string {
  return `/images/logo/${hash}-${size}.png`;
}

/** Null: not the address of an icon. */
export function parseLogoIconUrl(url: string): { hash: string; size: LogoIconSize } | null {
  const [, hash, digits] = ICON_ADDRESS.exec(url) ?? [];
  const size = LOGO_ICON_SIZES.find((each) => String(each) === digits);
  return hash === undefined || size === undefined ? null : { hash, size };
}

/** As pages show it. */
export function shownLogo(logo: KitchenLogo | null): (KitchenLogo & { url: string }) | null {
  return logo && { ...logo, url: logoUrl(logo) };
}

/** The hash in an address; null: not a logo's. */
export function parseLogoUrl(url: string): string | null {
  return ADDRESS.exec(url)?.[1] ?? null;
}

/** For the picture as it was sent; null: it will do. */
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
