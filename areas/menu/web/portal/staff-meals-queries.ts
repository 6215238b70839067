/** Meals as staff see and change them. */
import { freshQuery } from '#platform/web/api/call-query.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  listStaffMeals,
  type MealRequest,
  type StaleMealReply,
  type StaffMealReply,
  uploadMealImage,
} from '#areas/menu/calls/meals.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { ApiError, readConflictReply } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

export type StaleMeal = z.infer<typeof StaleMealReply>;

export type MealSearch = {
  q: string;
  type: MealType | null;
  /** Including archived ones. */
  archived: boolean;
};

/** Colleagues change meals too: refetched whenever they are shown. */
export function staffMealsQuery({ q, type, archived }: MealSearch) {
  return freshQuery(
    ['staff-meals', { q, type, archived }],
    listStaffMeals,
    { query: { q, archived: archived ? 'true' : 'false', ...(type && { type }) } },
    { placeholderData: keepPreviousData },
  );
}

/** One meal to edit, archived or not; null if there is none. Not refetched while someone types. */
export function staffMealQuery(id: number) {
  return queryOptions({
    queryKey: ['staff-meals', 'one', id],
    queryFn: async ({ signal }): Promise<StaffMealReply | null> => {
      const all = await call(listStaffMeals, { query: { archived: 'true' }, signal });
      return all.find((meal) => meal.id === id) ?? null;
    },
    gcTime: 0,
  });
}

export const STAFF_MEALS_KEY = ['staff-meals'];

/** A meal as a request that changes nothing. */
export function mealRequestOf(meal: StaffMealReply): MealRequest {
  const { id: _id, version: _version, archivedAt: _archivedAt, notPublic: _why, ...request } = meal;
  return request;
}

/** The meal as a colleague has saved it since; null for every other failure. */
export function readStaleMeal(error: unknown): StaleMeal | null {
  return readConflictReply<StaleMeal>(error, ['stale_version']);
}

/**
 * Uploads a picture and returns its `imageUrl`. Uses XMLHttpRequest, the only way to know the progress of an upload.
 * `onProgress` takes 0 to 1.
 */
export function uploadPicture(
  file: File,
  onProgress: (part: number) => void,
): Promise<z.output<typeof uploadMealImage.reply>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadMealImage.method, uploadMealImage.path);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      const { status, responseText, statusText } = request;
      if (status === uploadMealImage.status) {
        resolve(JSON.parse(responseText) as z.output<typeof uploadMealImage.reply>);
      } else {
        reject(new ApiError(status, responseText || statusText));
      }
    });
    request.addEventListener('error', () => reject(new TypeError('the upload was cut off')));
    request.send(file);
  });
}

/** How many portions of a meal may be sold, by day and week. */
export const LIMITS_KEY = ['meal-limits'];
