/** Cards of presents, A6 upright, one a page: greeting, words and name in the middle; at the foot, small, whose bag it goes into. */
import type { GiftCardsContent } from '#areas/printouts/server/drawer-port.ts';
import { mm, type Pdf } from './draw-pdf.ts';

const A6 = { width: mm(105), height: mm(148) };
const MARGIN = mm(12);
const WIDTH = A6.width - 2 * MARGIN;
const TOP = mm(34);
const BOTTOM = A6.height - mm(20);
const GAP = 12;
const SOFT = 0.35;
const LOGO_BOX = { width: mm(50), height: mm(14) };

export function drawGiftCards(pdf: Pdf, { cards }: GiftCardsContent): void {
  for (const card of cards) drawCard(pdf, card);
}

function drawCard(pdf: Pdf, { to, message, from, stop }: GiftCardsContent['cards'][number]): void {
  const canvas = pdf.addPage(A6);
  const logo = pdf.logo(LOGO_BOX);
  if (logo) canvas.place(logo, (A6.width - logo.width) / 2, mm(12));
  const one = { width: WIDTH, minSize: 8, maxLines: 2 };
  const head = pdf.layOut(`For ${to}`, { ...one, size: 20, bold: true });
  const foot = from === '' ? null : pdf.layOut(from, { ...one, size: 13, bold: true });
  const taken = head.height + GAP + (foot ? foot.height + GAP : 0);
  const body = pdf.layOut(message, {
    width: WIDTH,
    size: 15,
    minSize: 8,
    lineHeight: 1.4,
    maxHeight: BOTTOM - TOP - taken,
  });
  let top = TOP + Math.max(0, (BOTTOM - TOP - taken - body.height) / 2);
  for (const block of [head, body, foot]) {
    if (!block) continue;
    canvas.text(block, MARGIN, top, { align: 'center', width: WIDTH });
    top += block.height + GAP;
  }
  const whose = pdf.layOut(stop, { width: WIDTH, size: 7, maxLines: 1 });
  const at = A6.height - mm(10);
  canvas.text(whose, MARGIN, at, { align: 'center', width: WIDTH, gray: SOFT });
}
