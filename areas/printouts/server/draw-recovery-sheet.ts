/** The recovery sheet on A4: the key to type and to scan, and how it brings the installation back. */
import type { RecoverySheetContent } from '#areas/printouts/server/drawer-port.ts';
import { mm, type Pdf } from './draw-pdf.ts';
import { startFlow } from './sheet-flow.ts';

const QR_SIDE = mm(48);
/** Scanners need four modules of white around it. */
const QR_MARGIN = mm(5);

export function drawRecoverySheet(pdf: Pdf, content: RecoverySheetContent): void {
  const flow = startFlow(pdf, content.stamp);
  flow.paragraph(
    'Keep this sheet away from the machine, where you keep contracts and passports. Anyone who has it and a backup can read everything in it.',
    { size: 11 },
  );
  flow.heading('Recovery key', QR_SIDE + mm(10));
  const left = QR_SIDE + 2 * QR_MARGIN;
  const key = flow.layOut(content.keyGroups, {
    width: flow.width - left,
    size: 18,
    bold: true,
    lineHeight: 1.5,
  });
  flow.put(Math.max(QR_SIDE + 2 * QR_MARGIN, key.height), (canvas, x, y) => {
    canvas.qrCode(content.key, x + QR_MARGIN, y + QR_MARGIN, QR_SIDE);
    canvas.text(key, x + left, y + QR_MARGIN);
  });
  flow.paragraph('Capital letters and digits; the spaces only help reading.', { size: 9 });
  flow.heading('Where things are');
  for (const { label, text } of content.facts)
    flow.paragraph([{ text: `${label}: `, bold: true }, { text }], { size: 11 });
  flow.heading('To bring the kitchen back on another machine');
  for (const [index, { command, does }] of content.commands.entries()) {
    flow.paragraph([{ text: `${index + 1}. ${command}`, bold: true }], { size: 12 });
    flow.paragraph(does, { size: 10, indent: mm(5) });
    flow.gap(mm(2));
  }
}
