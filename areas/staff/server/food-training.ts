import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  addTraining as addTrainingCall,
  type FoodTrainingReply,
} from '#areas/staff/calls/food-training.ts';
import { countingLines, handlesFood, untrained } from '#areas/staff/rules/food-training.ts';
import { type PlainDate, weekdayOf } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { InvalidRequest } from '#platform/server/errors.ts';
import { recordedName, type StaffMember } from '#platform/server/sign-in-port.ts';
import { foodHandlers } from '#areas/staff/server/tables/staff.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';

export async function describeTraining(
  db: Database | Transaction,
  today: PlainDate,
): Promise<FoodTrainingReply> {
  const lines = await db.select().from(foodHandlers).orderBy(asc(foodHandlers.id));
  const accounts = await db
    .select({
      id: staffTable.id,
      role: staffTable.role,
      firstName: staffTable.firstName,
      lastName: staffTable.lastName,
      email: staffTable.email,
    })
    .from(staffTable)
    .where(eq(staffTable.isActive, true))
    .orderBy(asc(staffTable.firstName), asc(staffTable.id));
  const handlers = accounts
    .filter(({ role }) => handlesFood(role))
    .map(({ id, role, ...account }) => ({ id, role, name: recordedName(account) }));
  return {
    lines: countingLines(lines).map(({ id, name, basis, what, doneOn, ends, by }) => ({
      id,
      name,
      basis,
      what,
      doneOn,
      ends,
      by,
    })),
    handlers: handlers.map(({ id, name }) => ({ id, name })),
    untrained: untrained(handlers, lines, today),
  };
}

/** Throws InvalidRequest for training in the future, an end before it began, and someone who is not named. */
export async function addTraining(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  author: StaffMember,
  { staffId, name, doneOn, ends, ...line }: z.output<typeof addTrainingCall.body>,
): Promise<FoodTrainingReply> {
  const { timeZone } = (await context.site.current()).business;
  const now = context.clock();
  const { date: today } = wallTimeAt(now, timeZone);
  if (doneOn > today) throw new InvalidRequest({ doneOn: 'Choose a day in the past' });
  if (ends !== null && ends < doneOn)
    throw new InvalidRequest({ ends: 'Choose a day after the training' });
  return context.db.transaction(async (tx) => {
    const person = { staffId, name: staffId === null ? name : await nameOfAccount(tx, staffId) };
    if (person.name === '') throw new InvalidRequest({ name: 'Choose or enter a person' });
    const added = { ...person, ...line, doneOn, ends };
    const [row] = await tx
      .insert(foodHandlers)
      .values({ ...added, by: recordedName(author), at: new Date(now) })
      .returning();
    await recordChange(tx, context, {
      staff: author,
      action: 'staff.training',
      entityId: String(staffId ?? row?.id),
      after: added,
    });
    return describeTraining(tx, today);
  });
}

async function nameOfAccount(tx: Transaction, id: string): Promise<string> {
  const [account] = await tx.select().from(staffTable).where(eq(staffTable.id, id));
  if (!account) throw new InvalidRequest({ staffId: 'Choose one of the staff' });
  return recordedName(account);
}

export function registerTrainingRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, addTrainingCall, ({ body, staff }) => addTraining(context, staff, body));
}

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
      const { untrained: names } = await describeTraining(db, date);
      return names.map((name, index) => ({
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
