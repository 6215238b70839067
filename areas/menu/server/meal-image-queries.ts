import { and, eq } from 'drizzle-orm';
import type { MealImage } from '#areas/menu/rules/meal-image.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { mealImages } from '#areas/menu/server/tables/meal-images.ts';

/** The bytes of an uploaded picture; null if it is not stored. */
export async function findMealImage(db: Database, image: MealImage): Promise<Buffer | null> {
  const [found] = await db
    .select({ bytes: mealImages.bytes })
    .from(mealImages)
    .where(isImage(image));
  return found?.bytes ?? null;
}

export async function isMealImageKept(
  db: Database | Transaction,
  image: MealImage,
): Promise<boolean> {
  const found = await db.select({ hash: mealImages.hash }).from(mealImages).where(isImage(image));
  return found.length > 0;
}

function isImage({ hash, width, format }: MealImage) {
  return and(eq(mealImages.hash, hash), eq(mealImages.width, width), eq(mealImages.format, format));
}
