/** What the kitchen's labels are printed on. Ours. */

export const LABEL_STOCKS = ['roll_100x62', 'a4_8up', 'label_4x6in', 'roll_58'] as const;
export type LabelStock = (typeof LABEL_STOCKS)[number];

export const LABEL_STOCK_NAMES: Record<LabelStock, string> = {
  roll_100x62: 'Roll, 100 x 62 mm',
  a4_8up: 'A4, 8 labels of 99.1 x 67.7 mm (L7165)',
  label_4x6in: '4 x 6 inch',
  roll_58: 'Roll, 58 mm, cut at its length',
};

/** For a label that is too tall for its own. */
export const LARGEST_STOCK: LabelStock = 'label_4x6in';
