import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { assert, constantFrom, double, integer, option, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import {
  ACTIVITY_LEVELS,
  type CalculatorProfile,
  bodyMassIndex,
} from '#areas/calculator/rules/calculator-profile.ts';
import {
  adjustmentRange,
  SAFE_FLOOR,
  KCAL_PER_GRAM,
} from '#areas/calculator/rules/calorie-target.ts';
import { explainRecommendation, timelineAdvice } from '#areas/calculator/rules/timeline-advice.ts';
import { healthAdvisories } from '#areas/calculator/rules/health-advisory.ts';
import { localResults } from '#areas/calculator/rules/local-results.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { PACES, projectWeight } from '#areas/calculator/rules/weight-projection.ts';

const amount = (min: number, max: number) => double({ min, max, noNaN: true });

/** Every profile the calculator accepts, whether or not the goal is wise. */
const anyone = record({
  gender: constantFrom('male' as const, 'female' as const),
  ageYears: integer({ min: 18, max: 100 }),
  heightCm: amount(120, 230),
  weightKg: amount(30, 300),
  bodyFatPercent: option(
    double({ min: 0, max: 50, minExcluded: true, maxExcluded: true, noNaN: true }),
  ),
  activityLevel: constantFrom(...ACTIVITY_LEVELS),
  goal: constantFrom('lose' as const, 'maintain' as const, 'gain' as const),
  targetShare: amount(0.05, 0.95),
  hasRecentDiet: constantFrom(true, false),
  trainingDays: option(integer({ min: 0, max: 7 })),
}).map(({ targetShare, ...person }): CalculatorProfile => {
  const { goal, weightKg } = person;
  if (goal === 'maintain') return { ...person, targetWeightKg: null };
  const targetWeightKg =
    goal === 'lose'
      ? 30 + targetShare * (weightKg - 30)
      : weightKg + targetShare * (300 - weightKg);
  return { ...person, targetWeightKg };
});

function forEveryone(holds: (profile: CalculatorProfile) => void): void {
  assert(property(anyone, holds), { numRuns: 400 });
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('for every profile the calculator accepts', () => {
  test('every figure is a finite number, and no word is NaN or undefined', () => {
    forEveryone((profile) => {
      const recommendation = buildRecommendation(profile, defaultBusiness);
      const calories = recommendation.recommendedCalories;
      const numbers = [
        localResults(profile),
        recommendation,
        projectWeight(profile, calories, 104),
      ];
      expect(numbersIn(numbers).every(Number.isFinite)).toBe(true);
      const cards = PACES.map((pace) => timelineAdvice(profile, recommendation, pace)?.text ?? '');
      const words = [
        ...explainRecommendation(profile.goal, recommendation, defaultBusiness),
        ...cards,
      ];
      expect(words.join(' ')).not.toMatch(/NaN|Infinity|undefined|null|\d\.\d{3}/);
    });
  });

  test('no day is below the safe floor, by hand or by cycling either', () => {
    forEveryone((profile) => {
      const { min, max } = adjustmentRange(profile);
      expect(min).toBeLessThanOrEqual(0);
      for (const adjustment of [0, min, max, -5000]) {
        const { recommendedCalories, cycling } = buildRecommendation(
          profile,
          defaultBusiness,
          adjustment,
        );
        const days = [recommendedCalories, ...Object.values(cycling ?? {})];
        expect(Math.min(...days)).toBeGreaterThanOrEqual(SAFE_FLOOR[profile.gender]);
      }
    });
  });

  test('cycling keeps the mean of the week within 1 kcal a day, and training days never get less', () => {
    forEveryone((profile) => {
      const { recommendedCalories, cycling } = buildRecommendation(profile, defaultBusiness);
      if (!cycling || profile.trainingDays === null) return;
      const { trainingDayCalories, restDayCalories } = cycling;
      const week =
        profile.trainingDays * trainingDayCalories + (7 - profile.trainingDays) * restDayCalories;
      expect(Math.abs(week / 7 - recommendedCalories)).toBeLessThan(1);
      expect(trainingDayCalories).toBeGreaterThanOrEqual(restDayCalories);
    });
  });

  test('the macros add up to the calories and to 100%, within the shares we keep to', () => {
    forEveryone((profile) => {
      const { recommendedCalories, macros } = buildRecommendation(profile, defaultBusiness);
      const { protein, carbs, fat } = macros;
      const kcal =
        protein.grams * KCAL_PER_GRAM.protein +
        carbs.grams * KCAL_PER_GRAM.carbs +
        fat.grams * KCAL_PER_GRAM.fat;
      expect(Math.abs(kcal - recommendedCalories)).toBeLessThanOrEqual(2);
      expect(protein.percentage + carbs.percentage + fat.percentage).toBe(100);
      expect(protein.percentage).toBeGreaterThanOrEqual(14);
      const most = profile.goal === 'lose' ? 0.3 : 0.25;
      expect((protein.grams - 0.5) * KCAL_PER_GRAM.protein).toBeLessThanOrEqual(
        most * recommendedCalories,
      );
      expect(carbs.percentage).toBeGreaterThanOrEqual(44);
    });
  });

  test('the plan never gives more than the day less breakfast', () => {
    forEveryone((profile) => {
      const { recommendedCalories, ...plan } = buildRecommendation(profile, defaultBusiness);
      expect(plan.restOfDayKcal).toBeGreaterThanOrEqual(300);
      expect(plan.serviceKcal + plan.restOfDayKcal).toBe(recommendedCalories);
    });
  });

  test('the band holds the curve, and the range holds the weeks', () => {
    forEveryone((profile) => {
      const recommendation = buildRecommendation(profile, defaultBusiness);
      for (const week of projectWeight(profile, recommendation.recommendedCalories, 52)) {
        expect(week.weightKg).toBeGreaterThanOrEqual(week.lowKg - 1e-9);
        expect(week.weightKg).toBeLessThanOrEqual(week.highKg + 1e-9);
        expect(week.weightKg).toBeGreaterThan(0);
      }
      const { timelineWeeks, weeksRange } = recommendation;
      if (timelineWeeks === null || weeksRange === null) return;
      expect(weeksRange[0]).toBeLessThanOrEqual(timelineWeeks);
      expect(weeksRange[1] ?? 105).toBeGreaterThanOrEqual(timelineWeeks);
    });
  });

  test('a heavier body never makes the advice about losing stricter, nor about gaining milder', () => {
    const severity = { info: 0, warning: 1, error: 2 };
    const strictness = (profile: CalculatorProfile) =>
      Math.max(
        0,
        ...healthAdvisories({
          ...profile,
          targetWeightKg: null,
          hasRecentDiet: false,
          ageYears: 30,
        }).map(({ type }) => severity[type]),
      );
    assert(
      property(anyone, amount(1, 2), (profile, factor) => {
        const heavier = { ...profile, weightKg: profile.weightKg * factor };
        expect(bodyMassIndex(heavier)).toBeGreaterThanOrEqual(bodyMassIndex(profile));
        const change = strictness(heavier) - strictness(profile);
        if (profile.goal === 'lose') expect(change).toBeLessThanOrEqual(0);
        if (profile.goal === 'gain') expect(change).toBeGreaterThanOrEqual(0);
        if (profile.goal === 'maintain') expect(change).toBe(0);
      }),
    );
  });
});

describe('the recommendation', () => {
  test('has the fields of the specification and ours', () => {
    expect(buildRecommendation(A_PROFILE, defaultBusiness)).toEqual({
      recommendedCalories: 1560,
      recommendedPlan: '1500 Calorie Plan',
      timeline: '32 weeks',
      weeklyWeightChange: -0.31,
      macros: {
        protein: { grams: 114, percentage: 29 },
        carbs: { grams: 175, percentage: 45 },
        fat: { grams: 45, percentage: 26 },
      },
      planCalories: 1500,
      sharePct: 58,
      serviceKcal: 900,
      perMealKcal: 450,
      restOfDayKcal: 660,
      extraMeals: 0,
      timelineWeeks: 32,
      weeksRange: [25, 43],
      floorApplied: false,
      noSafeDeficit: false,
      adaptation: 0,
      cycling: null,
      advisories: [],
    });
  });

  test('after a strict diet is gentler, and asks to come back in 4 weeks', () => {
    const usual = buildRecommendation(A_PROFILE, defaultBusiness);
    const after = buildRecommendation({ ...A_PROFILE, hasRecentDiet: true }, defaultBusiness);
    expect(after.adaptation).toBe(120);
    expect(after.recommendedCalories).toBe(1690);
    expect(after.recommendedCalories).toBeGreaterThan(usual.recommendedCalories);
    expect(after.advisories.map(({ code }) => code)).toEqual(['recent-diet']);
  });

  test('at the floor says that the pace is gentler', () => {
    const small = {
      ...A_PROFILE,
      weightKg: 58,
      heightCm: 160,
      ageYears: 28,
      targetWeightKg: 55,
      activityLevel: 'sedentary',
    } as const;
    expect(buildRecommendation(small, defaultBusiness)).toMatchObject({
      recommendedCalories: 1200,
      floorApplied: true,
      advisories: [
        {
          type: 'info',
          text: 'We do not recommend less than 1200 a day without medical care, so your pace is gentler.',
        },
      ],
    });
  });

  test('gives no time where eating less is not safe', () => {
    const tiny = {
      ...A_PROFILE,
      weightKg: 48,
      heightCm: 150,
      ageYears: 60,
      targetWeightKg: 45,
      activityLevel: 'sedentary',
    } as const;
    expect(buildRecommendation(tiny, defaultBusiness)).toMatchObject({
      recommendedCalories: 1200,
      noSafeDeficit: true,
      timeline: 'Not estimated',
      timelineWeeks: null,
      weeksRange: null,
      weeklyWeightChange: null,
      advisories: [{ code: 'no-safe-deficit' }],
    });
  });

  test('beyond two years says so in a form that can be read back', () => {
    const far = { ...A_PROFILE, weightKg: 140, targetWeightKg: 65 };
    expect(buildRecommendation(far, defaultBusiness)).toMatchObject({
      timeline: '104+ weeks',
      timelineWeeks: null,
      weeksRange: null,
      weeklyWeightChange: null,
    });
  });

  test('for maintenance changes nothing a week and has no end', () => {
    const steady = { ...A_PROFILE, goal: 'maintain', targetWeightKg: null } as const;
    expect(buildRecommendation(steady, defaultBusiness)).toMatchObject({
      timeline: 'Ongoing',
      timelineWeeks: null,
      weeklyWeightChange: 0,
    });
  });
});

describe('adjusting by hand', () => {
  test('reaches from 200 less to 300 more', () => {
    const tall = { ...A_PROFILE, gender: 'male', heightCm: 185, weightKg: 100 } as const;
    expect(adjustmentRange(tall)).toEqual({ min: -200, max: 300 });
  });

  test('stops at the floor and at a loss of 1% of weight a week', () => {
    const light = { ...A_PROFILE, heightCm: 150, weightKg: 45, targetWeightKg: 43 };
    expect(adjustmentRange({ ...light, activityLevel: 'extra-active' })).toEqual({
      min: 0,
      max: 300,
    });
    expect(adjustmentRange({ ...light, activityLevel: 'sedentary' })).toEqual({ min: 0, max: 300 });
  });

  test('only upwards after a strict diet and for the underweight', () => {
    expect(adjustmentRange({ ...A_PROFILE, hasRecentDiet: true }).min).toBe(0);
    expect(adjustmentRange({ ...A_PROFILE, weightKg: 48, goal: 'maintain' }).min).toBe(0);
  });
});

describe('the timeline card', () => {
  const recommendation = buildRecommendation(A_PROFILE, defaultBusiness);

  test('says what to expect in the time that was chosen, and offers a first goal', () => {
    expect(timelineAdvice(A_PROFILE, recommendation, 'moderate')).toEqual({
      isRealistic: false,
      text: 'At a safe pace, this goal takes about 32 weeks (range 25-43). In the time you chose, you could expect about 73 kg. Pick a slower pace, or a first goal of 5% (76 kg).',
    });
  });

  test('has nothing against a pace that fits', () => {
    expect(timelineAdvice(A_PROFILE, recommendation, 'slow')?.isRealistic).toBe(true);
  });

  test('is left out for maintenance alone', () => {
    const steady = { ...A_PROFILE, goal: 'maintain', targetWeightKg: null } as const;
    expect(timelineAdvice(steady, buildRecommendation(steady, defaultBusiness), 'slow')).toBeNull();
  });

  test('calls no pace realistic where no time is given, and says why there is none', () => {
    const small = { ...A_PROFILE, ageYears: 65, heightCm: 155, weightKg: 52, targetWeightKg: 48 };
    const timeless = buildRecommendation({ ...small, activityLevel: 'sedentary' }, defaultBusiness);
    expect(timeless.timeline).toBe('Not estimated');
    const card = timelineAdvice(small, timeless, 'slow');
    expect(card?.isRealistic).toBeNull();
    expect(card?.text).toContain('eating less will not get you there safely');
  });

  test('offers no first goal beyond the target', () => {
    const near = { ...A_PROFILE, targetWeightKg: 77 };
    const text = timelineAdvice(near, { ...recommendation, timelineWeeks: 40 }, 'fast')?.text;
    expect(text).toMatch(/Pick a slower pace\.$/);
  });
});
