-- Meals that staff added have no slug yet: the same rule as domain/menu/meal-slug.ts.
DO $$
DECLARE
  unnamed record;
  base text;
  candidate text;
  count integer;
BEGIN
  FOR unnamed IN SELECT "id", "name" FROM "meals" WHERE "slug" IS NULL ORDER BY "id" LOOP
    base := regexp_replace(lower(normalize(unnamed."name", NFKD)), U&'[\0300-\036f''\2019]', '', 'g');
    base := replace(replace(replace(replace(replace(base, '&', ' and '), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    base := regexp_replace(translate(base, 'øđðłı', 'oddli'), '[^a-z0-9]+', '-', 'g');
    base := coalesce(nullif(btrim(left(base, 80), '-'), ''), 'meal');
    count := 1;
    candidate := base;
    WHILE EXISTS (SELECT FROM "meals" WHERE "slug" = candidate) LOOP
      count := count + 1;
      candidate := btrim(left(base, 79 - length(count::text)), '-') || '-' || count;
    END LOOP;
    UPDATE "meals" SET "slug" = candidate WHERE "id" = unnamed."id";
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "meals" ALTER COLUMN "slug" SET NOT NULL;
