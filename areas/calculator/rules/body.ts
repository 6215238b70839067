/** The measurements that the formulas start from. Spec 3 (calculator profile). */

export const GENDERS = ['male', 'female'] as const;
export type Gender = (typeof GENDERS)[number];

export type Body = { gender: Gender; ageYears: number; heightCm: number; weightKg: number };
