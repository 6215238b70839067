/** The kitchen's logo on paper: stored once in each document, placed as often as needed. */
import type { DocumentLogo } from '#areas/printouts/server/drawer-port.ts';
import type { Canvas, Form, PageSize } from '#platform/server/drawing/draw-canvas.ts';
import { addPicture } from '#platform/server/drawing/pdfkit-internals.ts';

/** `isGray`: for printers that know only black, so that no colour comes out paler than it looks. */
export type LogoDrawing = (box: PageSize, options?: { isGray?: boolean }) => Form | null;

export function logoDrawing(
  doc: PDFKit.PDFDocument,
  form: (size: PageSize, draw: (canvas: Canvas) => void) => Form,
  logo: DocumentLogo | null,
): LogoDrawing {
  const forms = new Map<string, Form>();
  const refs = new Map<boolean, object>();

  function refOf(isGray: boolean, { pixels, ...size }: DocumentLogo): object {
    const ref =
      refs.get(isGray) ??
      (isGray
        ? addPicture(doc, size, grayOf(pixels), 'DeviceGray')
        : addPicture(doc, size, pixels, 'DeviceRGB'));
    refs.set(isGray, ref);
    return ref;
  }

  return (box, { isGray = false } = {}) => {
    if (!logo) return null;
    const scale = Math.min(box.width / logo.width, box.height / logo.height);
    const size = { width: logo.width * scale, height: logo.height * scale };
    const key = `${isGray} ${size.width}`;
    const picture = { name: isGray ? 'LogoGray' : 'Logo', ref: refOf(isGray, logo) };
    const drawn = forms.get(key) ?? form(size, (canvas) => canvas.picture(picture, 0, 0, size));
    forms.set(key, drawn);
    return drawn;
  };
}

/** By how bright each colour looks: ITU-R BT.601. */
function grayOf(pixels: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 3 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(index * 3, index * 3 + 3);
    return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  });
}
