CREATE TABLE "batch_inputs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batch_inputs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"batch_id" integer NOT NULL,
	"goods_lot_id" integer,
	"input_batch_id" integer,
	"certainty" text NOT NULL,
	CONSTRAINT "batch_inputs_once" UNIQUE NULLS NOT DISTINCT("batch_id","goods_lot_id","input_batch_id"),
	CONSTRAINT "batch_inputs_one" CHECK (num_nonnulls("batch_inputs"."goods_lot_id", "batch_inputs"."input_batch_id") = 1),
	CONSTRAINT "batch_inputs_certainty" CHECK ("batch_inputs"."certainty" in ('recorded', 'possible'))
);
--> statement-breakpoint
CREATE TABLE "batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"component_id" integer,
	"meal_id" integer,
	"delivery_date" date,
	"cook_date" date NOT NULL,
	"planned_qty" integer NOT NULL,
	"made_qty" integer,
	"left_qty" integer DEFAULT 0 NOT NULL,
	"wasted_qty" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"recipe_version_id" integer,
	"done_at" timestamp with time zone,
	"by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batches_of_one" CHECK (num_nonnulls("batches"."component_id", "batches"."meal_id") = 1),
	CONSTRAINT "batches_delivery_date" CHECK (("batches"."meal_id" is null) = ("batches"."delivery_date" is null)),
	CONSTRAINT "batches_state" CHECK ("batches"."state" in ('planned', 'done', 'dropped')),
	CONSTRAINT "batches_done" CHECK (("batches"."state" = 'done') = ("batches"."made_qty" is not null)),
	CONSTRAINT "batches_planned" CHECK ("batches"."planned_qty" > 0),
	CONSTRAINT "batches_made" CHECK ("batches"."made_qty" >= 0),
	CONSTRAINT "batches_left" CHECK (least("batches"."left_qty", "batches"."wasted_qty") >= 0)
);
--> statement-breakpoint
CREATE TABLE "goods_lots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "goods_lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ingredient_id" integer NOT NULL,
	"supplier_id" integer,
	"supplier_lot" varchar(80) DEFAULT '' NOT NULL,
	"use_by" date,
	"received_at" timestamp with time zone NOT NULL,
	"received_by" text NOT NULL,
	"qty" integer NOT NULL,
	"temp_tenths" integer,
	"accepted" boolean NOT NULL,
	"note" varchar(400) DEFAULT '' NOT NULL,
	CONSTRAINT "goods_lots_qty" CHECK ("goods_lots"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ingredient_id" integer NOT NULL,
	"goods_lot_id" integer,
	"qty" integer NOT NULL,
	"kind" text NOT NULL,
	"batch_id" integer,
	"reason" varchar(200) DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_movements_qty" CHECK ("stock_movements"."qty" <> 0),
	CONSTRAINT "stock_movements_kind" CHECK ("stock_movements"."kind" in ('received', 'used', 'wasted', 'counted', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "ingredients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ingredients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(80) NOT NULL,
	"base_unit" text NOT NULL,
	"grams_per_litre" integer,
	"grams_per_100_pieces" integer,
	"loss_bp" integer DEFAULT 0 NOT NULL,
	"store_area" text NOT NULL,
	"is_bought" boolean DEFAULT true NOT NULL,
	"stock_kept" boolean DEFAULT false NOT NULL,
	"label_name" varchar(120) NOT NULL,
	"label_parts" varchar(600) DEFAULT '' NOT NULL,
	"contains" text[],
	"may_contain" text[] DEFAULT '{}' NOT NULL,
	"checked_at" timestamp with time zone,
	"checked_by" text,
	"kilojoules" numeric(7, 2),
	"protein_grams" numeric(7, 2),
	"fat_grams" numeric(7, 2),
	"saturated_fat_grams" numeric(7, 2),
	"carbs_grams" numeric(7, 2),
	"sugars_grams" numeric(7, 2),
	"sodium_mg" numeric(7, 2),
	"nutrient_source" varchar(120) DEFAULT '' NOT NULL,
	"nutrient_key" varchar(40),
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ingredients_base_unit" CHECK ("ingredients"."base_unit" in ('g', 'ml', 'piece')),
	CONSTRAINT "ingredients_store_area" CHECK ("ingredients"."store_area" in ('produce', 'meat', 'fish', 'dairy', 'dry', 'freezer')),
	CONSTRAINT "ingredients_loss" CHECK ("ingredients"."loss_bp" between 0 and 9000),
	CONSTRAINT "ingredients_name_given" CHECK (btrim("ingredients"."name") <> ''),
	CONSTRAINT "ingredients_grams_per_litre" CHECK ("ingredients"."grams_per_litre" > 0),
	CONSTRAINT "ingredients_grams_per_100_pieces" CHECK ("ingredients"."grams_per_100_pieces" > 0),
	CONSTRAINT "ingredients_checked" CHECK (("ingredients"."contains" is null) = ("ingredients"."checked_at" is null)),
	CONSTRAINT "ingredients_figures" CHECK (least("ingredients"."kilojoules", "ingredients"."protein_grams", "ingredients"."fat_grams", "ingredients"."saturated_fat_grams", "ingredients"."carbs_grams", "ingredients"."sugars_grams", "ingredients"."sodium_mg") >= 0)
);
--> statement-breakpoint
CREATE TABLE "components" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "components_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(80) NOT NULL,
	"base_unit" text NOT NULL,
	"grams_per_litre" integer,
	"pot_qty" integer NOT NULL,
	"min_qty" integer DEFAULT 0 NOT NULL,
	"whole_pots" boolean DEFAULT false NOT NULL,
	"keeps_days" integer NOT NULL,
	"cook_ahead_days" integer DEFAULT 0 NOT NULL,
	"ready_days_before" integer DEFAULT 0 NOT NULL,
	"restarts_life" boolean DEFAULT false NOT NULL,
	"steps" varchar(4000) DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "components_base_unit" CHECK ("components"."base_unit" in ('g', 'ml')),
	CONSTRAINT "components_name_given" CHECK (btrim("components"."name") <> ''),
	CONSTRAINT "components_grams_per_litre" CHECK ("components"."grams_per_litre" > 0),
	CONSTRAINT "components_pot" CHECK ("components"."pot_qty" > 0),
	CONSTRAINT "components_min" CHECK ("components"."min_qty" >= 0 and "components"."min_qty" * 2 <= "components"."pot_qty"),
	CONSTRAINT "components_keeps_days" CHECK ("components"."keeps_days" between 0 and 5),
	CONSTRAINT "components_days" CHECK ("components"."ready_days_before" >= 0 and "components"."ready_days_before" <= "components"."cook_ahead_days" and "components"."cook_ahead_days" <= "components"."keeps_days")
);
--> statement-breakpoint
CREATE TABLE "meal_recipes" (
	"meal_id" integer PRIMARY KEY NOT NULL,
	"basis" integer NOT NULL,
	"packaging_cents" integer DEFAULT 0 NOT NULL,
	"steps" varchar(4000) DEFAULT '' NOT NULL,
	"allergen_reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meal_recipes_basis" CHECK ("meal_recipes"."basis" between 1 and 500),
	CONSTRAINT "meal_recipes_packaging" CHECK ("meal_recipes"."packaging_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "recipe_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipe_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"component_id" integer,
	"meal_id" integer,
	"ingredient_id" integer,
	"uses_component_id" integer,
	"qty" integer NOT NULL,
	"loss_bp" integer,
	"position" integer NOT NULL,
	CONSTRAINT "recipe_lines_component" UNIQUE("component_id","position"),
	CONSTRAINT "recipe_lines_meal" UNIQUE("meal_id","position"),
	CONSTRAINT "recipe_lines_of_one" CHECK (num_nonnulls("recipe_lines"."component_id", "recipe_lines"."meal_id") = 1),
	CONSTRAINT "recipe_lines_uses_one" CHECK (num_nonnulls("recipe_lines"."ingredient_id", "recipe_lines"."uses_component_id") = 1),
	CONSTRAINT "recipe_lines_not_itself" CHECK ("recipe_lines"."uses_component_id" <> "recipe_lines"."component_id"),
	CONSTRAINT "recipe_lines_qty" CHECK ("recipe_lines"."qty" > 0),
	CONSTRAINT "recipe_lines_loss" CHECK ("recipe_lines"."loss_bp" between 0 and 9000)
);
--> statement-breakpoint
CREATE TABLE "recipe_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipe_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"component_id" integer,
	"meal_id" integer,
	"version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text,
	CONSTRAINT "recipe_versions_component" UNIQUE("component_id","version"),
	CONSTRAINT "recipe_versions_meal" UNIQUE("meal_id","version"),
	CONSTRAINT "recipe_versions_of_one" CHECK (num_nonnulls("recipe_versions"."component_id", "recipe_versions"."meal_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "supplier_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "supplier_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
	"ingredient_id" integer NOT NULL,
	"code" varchar(40) DEFAULT '' NOT NULL,
	"name" varchar(60) DEFAULT '' NOT NULL,
	"qty" integer NOT NULL,
	"price_cents" integer,
	"step" integer DEFAULT 1 NOT NULL,
	"min_packs" integer DEFAULT 0 NOT NULL,
	"keeps_days" integer,
	"is_preferred" boolean DEFAULT false NOT NULL,
	CONSTRAINT "supplier_packs_qty" CHECK ("supplier_packs"."qty" > 0),
	CONSTRAINT "supplier_packs_price" CHECK ("supplier_packs"."price_cents" >= 0),
	CONSTRAINT "supplier_packs_step" CHECK ("supplier_packs"."step" >= 1),
	CONSTRAINT "supplier_packs_min_packs" CHECK ("supplier_packs"."min_packs" >= 0 and "supplier_packs"."min_packs" % "supplier_packs"."step" = 0),
	CONSTRAINT "supplier_packs_keeps_days" CHECK ("supplier_packs"."keeps_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "suppliers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(80) NOT NULL,
	"email" varchar(254) DEFAULT '' NOT NULL,
	"address" varchar(200) DEFAULT '' NOT NULL,
	"delivery_weekdays" integer[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppliers_name_given" CHECK (btrim("suppliers"."name") <> ''),
	CONSTRAINT "suppliers_delivery_weekdays" CHECK ("suppliers"."delivery_weekdays" <@ array[1, 2, 3, 4, 5, 6, 7])
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "cooked_for" date;--> statement-breakpoint
ALTER TABLE "batch_inputs" ADD CONSTRAINT "batch_inputs_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_inputs" ADD CONSTRAINT "batch_inputs_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_inputs" ADD CONSTRAINT "batch_inputs_input_batch_id_batches_id_fk" FOREIGN KEY ("input_batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_component_id_components_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."components"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_recipe_version_id_recipe_versions_id_fk" FOREIGN KEY ("recipe_version_id") REFERENCES "public"."recipe_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD CONSTRAINT "meal_recipes_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_component_id_components_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."components"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_meal_id_meal_recipes_meal_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meal_recipes"("meal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD CONSTRAINT "recipe_lines_uses_component_id_components_id_fk" FOREIGN KEY ("uses_component_id") REFERENCES "public"."components"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_versions" ADD CONSTRAINT "recipe_versions_component_id_components_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."components"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipe_versions" ADD CONSTRAINT "recipe_versions_meal_id_meal_recipes_meal_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meal_recipes"("meal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_packs" ADD CONSTRAINT "supplier_packs_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_packs" ADD CONSTRAINT "supplier_packs_ingredient_id_ingredients_id_fk" FOREIGN KEY ("ingredient_id") REFERENCES "public"."ingredients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_inputs_goods_lot" ON "batch_inputs" USING btree ("goods_lot_id");--> statement-breakpoint
CREATE INDEX "batch_inputs_input_batch" ON "batch_inputs" USING btree ("input_batch_id");--> statement-breakpoint
CREATE INDEX "batches_cook_date" ON "batches" USING btree ("cook_date");--> statement-breakpoint
CREATE INDEX "batches_component" ON "batches" USING btree ("component_id","cook_date");--> statement-breakpoint
CREATE INDEX "batches_meal" ON "batches" USING btree ("meal_id","delivery_date");--> statement-breakpoint
CREATE INDEX "goods_lots_ingredient" ON "goods_lots" USING btree ("ingredient_id","received_at");--> statement-breakpoint
CREATE INDEX "stock_movements_ingredient" ON "stock_movements" USING btree ("ingredient_id","at");--> statement-breakpoint
CREATE INDEX "stock_movements_goods_lot" ON "stock_movements" USING btree ("goods_lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ingredients_name" ON "ingredients" USING btree (lower("name")) WHERE "ingredients"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "components_name" ON "components" USING btree (lower("name")) WHERE "components"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "recipe_lines_ingredient" ON "recipe_lines" USING btree ("ingredient_id");--> statement-breakpoint
CREATE INDEX "recipe_lines_uses_component" ON "recipe_lines" USING btree ("uses_component_id");--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_packs_preferred" ON "supplier_packs" USING btree ("ingredient_id") WHERE "supplier_packs"."is_preferred";--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_name" ON "suppliers" USING btree (lower("name")) WHERE "suppliers"."archived_at" is null;--> statement-breakpoint
CREATE TRIGGER recipe_versions_append_only BEFORE UPDATE OR DELETE ON "recipe_versions"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON "stock_movements"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
