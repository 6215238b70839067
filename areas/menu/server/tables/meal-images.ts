import { customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { MEAL_IMAGE_FORMATS, MEAL_IMAGE_WIDTHS } from '#areas/menu/rules/meal-image.ts';
import { createdAt, isOneOf } from '#platform/server/db/tables/column-rules.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, re-encoded. Stored here rather than in files, so that every process can serve them and every
 * backup includes them.
 */
export const mealImages = pgTable(
  'meal_images',
  {
    /** Hash of the image content, so a changed picture has a new address. */
    hash: text().notNull(),
    width: integer().notNull(),
    format: text({ enum: MEAL_IMAGE_FORMATS }).notNull(),
    bytes: bytea().notNull(),
    createdAt: createdAt(),
  },
  (image) => [
    primaryKey({ columns: [image.hash, image.width, image.format] }),
    isOneOf('meal_images_width', image.width, MEAL_IMAGE_WIDTHS.map(String)),
    isOneOf('meal_images_format', image.format, MEAL_IMAGE_FORMATS),
  ],
);
