import { plainTextSelectors } from '@react-email/render';
import { compile } from 'html-to-text';

/** Headings as they are, not in capitals; links with their address; amounts in a column. */
export const toPlainText = compile({
  wordwrap: 78,
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'a[href^="tel:"]', format: 'inline' },
    { selector: 'table.amounts', format: 'dataTable' },
  ],
});
