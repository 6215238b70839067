/** Sources of the calculator's formulas, for those who want to check them. */

export type NutritionSource = { subject: string; formula: string; citation: string; url: string };

export const NUTRITION_SOURCES: readonly NutritionSource[] = [
  {
    subject: 'Energy at rest (BMR)',
    formula: '10 × kg + 6.25 × cm − 5 × years + 5 (men) or − 161 (women)',
    citation: 'Mifflin, St Jeor et al. 1990',
    url: 'https://doi.org/10.1093/ajcn/51.2.241',
  },
  {
    subject: 'Energy at rest, when you know your body fat',
    formula: '370 + 21.6 × kg lean mass',
    citation: 'McArdle, Katch & Katch; as Cunningham 1991',
    url: 'https://doi.org/10.1093/ajcn/54.6.963',
  },
  {
    subject: 'Energy for the whole day (TDEE)',
    formula: 'BMR × 1.2, 1.375, 1.55, 1.725 or 1.9',
    citation: 'A convention; measured ranges in FAO/WHO/UNU 2001',
    url: 'https://www.fao.org/4/y5686e/',
  },
  {
    subject: 'Estimated body fat',
    formula: 'CUN-BAE, from BMI, age and gender',
    citation: 'Gómez-Ambrosi et al. 2012',
    url: 'https://doi.org/10.2337/dc11-1334',
  },
  {
    subject: 'Calories for a goal',
    formula: '500 less or more; not below 1200 (women) or 1500 (men)',
    citation: 'AHA/ACC/TOS guideline 2013',
    url: 'https://doi.org/10.1161/01.cir.0000437739.71477.ee',
  },
  {
    subject: 'After a strict diet',
    formula: '14% of the change, at most 250; and half the usual deficit',
    citation: 'Hall et al. 2011; Martins et al. 2020',
    url: 'https://doi.org/10.1093/ajcn/nqaa220',
  },
  {
    subject: 'Protein, carbohydrate and fat',
    formula: 'protein 1.2 to 1.6 g/kg; at least 45% carbohydrate',
    citation: 'NHMRC nutrient reference values; ISSN 2017',
    url: 'https://doi.org/10.1186/s12970-017-0177-8',
  },
  {
    subject: 'Weeks and weight curve',
    formula: 'the dynamic model of the NIH Body Weight Planner, day by day',
    citation: 'Hall et al. 2011',
    url: 'https://doi.org/10.1016/S0140-6736(11)60812-X',
  },
];
