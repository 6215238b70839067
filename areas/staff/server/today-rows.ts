import { weekdayOf } from '#platform/rules/plain-date.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import { describeTraining } from '#areas/staff/server/food-training.ts';

const MONDAY = 1;

/** Once a week: nobody is trained from one day to the next. */
export const staffToday: readonly TodayRows[] = [
  {
    kinds: {
      untrained: {
        level: 'checks',
        many: 'people without training',
        page: 'food-safety',
        right: 'cook',
      },
    },
    async find({ db }, { now: { date } }) {
      if (weekdayOf(date) !== MONDAY) return [];
      const { untrained } = await describeTraining(db, date);
      return untrained.map((name, index) => ({
        kind: 'untrained',
        id: `${index} ${name}`,
        title: `No training on record: ${name}`,
        detail: [],
        link: portalLink({ tab: 'food-safety' }),
        action: 'Add',
      }));
    },
  },
];
