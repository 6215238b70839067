CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"staff_id" text,
	"staff_email" text,
	"ip" text,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"cart_key" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"frozen_order" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"hold_until" timestamp with time zone NOT NULL,
	"hold_extended" boolean DEFAULT false NOT NULL,
	"payment_intent_id" text,
	"client_secret" text,
	"tracking_token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_payment_intent_id" UNIQUE("payment_intent_id"),
	CONSTRAINT "checkouts_tracking_token_hash" UNIQUE("tracking_token_hash"),
	CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'expiring', 'expired', 'replaced', 'paid')),
	CONSTRAINT "checkouts_total" CHECK ("checkouts"."total_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"status" text DEFAULT 'planned' NOT NULL,
	"takes_place" boolean NOT NULL,
	CONSTRAINT "deliveries_order_date_time_slot" UNIQUE("order_id","date","time_slot"),
	CONSTRAINT "deliveries_id_order" UNIQUE("id","order_id"),
	CONSTRAINT "deliveries_status" CHECK ("deliveries"."status" in ('planned', 'cooked', 'packed', 'out', 'delivered', 'missed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "delivery_slots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_slots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"max_deliveries" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "delivery_slots_date_time_slot" UNIQUE("date","time_slot"),
	CONSTRAINT "delivery_slots_time_slot" CHECK ("delivery_slots"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "delivery_slots_max" CHECK ("delivery_slots"."max_deliveries" between 0 and 100),
	CONSTRAINT "delivery_slots_held" CHECK ("delivery_slots"."held" >= 0),
	CONSTRAINT "delivery_slots_booked" CHECK ("delivery_slots"."booked" >= 0)
);
--> statement-breakpoint
CREATE TABLE "gateway_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payment_intent_id" text,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "gateway_events_state" CHECK ("gateway_events"."state" in ('processed', 'ignored', 'unmatched'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"gateway_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_gateway_id" UNIQUE("gateway_id"),
	CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture', 'refund', 'refund_failed'))
);
--> statement-breakpoint
CREATE TABLE "meal_images" (
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meal_images_hash_width_format_pk" PRIMARY KEY("hash","width","format"),
	CONSTRAINT "meal_images_width" CHECK ("meal_images"."width" in ('320', '640', '1280')),
	CONSTRAINT "meal_images_format" CHECK ("meal_images"."format" in ('webp', 'jpg'))
);
--> statement-breakpoint
CREATE TABLE "meals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text,
	"name" varchar(80) NOT NULL,
	"description" varchar(600) NOT NULL,
	"image_url" text,
	"calories" integer NOT NULL,
	"protein_grams" integer NOT NULL,
	"carbs_grams" integer NOT NULL,
	"fat_grams" integer NOT NULL,
	"saturated_fat_grams" numeric(5, 1),
	"sugars_grams" numeric(5, 1),
	"sodium_mg" integer,
	"serving_grams" integer,
	"price_cents" integer NOT NULL,
	"meal_type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"prep_minutes" integer NOT NULL,
	"ingredients" varchar(3000) DEFAULT '' NOT NULL,
	"allergens" text[],
	"shelf_life_days" integer,
	"storage_text" varchar(400) DEFAULT '' NOT NULL,
	"heating_text" varchar(600) DEFAULT '' NOT NULL,
	"available_from" date,
	"available_to" date,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meals_slug" UNIQUE("slug"),
	CONSTRAINT "meals_meal_type" CHECK ("meals"."meal_type" in ('lunch', 'dinner')),
	CONSTRAINT "meals_name" CHECK (btrim("meals"."name") <> ''),
	CONSTRAINT "meals_calories" CHECK ("meals"."calories" between 1 and 2000),
	CONSTRAINT "meals_protein" CHECK ("meals"."protein_grams" between 0 and 200),
	CONSTRAINT "meals_carbs" CHECK ("meals"."carbs_grams" between 0 and 300),
	CONSTRAINT "meals_fat" CHECK ("meals"."fat_grams" between 0 and 200),
	CONSTRAINT "meals_saturated_fat" CHECK ("meals"."saturated_fat_grams" between 0 and 200),
	CONSTRAINT "meals_sugars" CHECK ("meals"."sugars_grams" between 0 and 300),
	CONSTRAINT "meals_sodium" CHECK ("meals"."sodium_mg" between 0 and 5000),
	CONSTRAINT "meals_serving" CHECK ("meals"."serving_grams" between 50 and 1500),
	CONSTRAINT "meals_price" CHECK ("meals"."price_cents" between 100 and 10000),
	CONSTRAINT "meals_prep" CHECK ("meals"."prep_minutes" between 0 and 120),
	CONSTRAINT "meals_shelf_life" CHECK ("meals"."shelf_life_days" between 1 and 5),
	CONSTRAINT "meals_availability" CHECK ("meals"."available_to" >= "meals"."available_from")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"order_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_dedupe_key" UNIQUE("dedupe_key"),
	CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"meal" jsonb NOT NULL,
	"meal_date" date NOT NULL,
	"meal_type" text NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "order_items_place" UNIQUE("person_id","meal_date","meal_type"),
	CONSTRAINT "order_items_meal_type" CHECK ("order_items"."meal_type" in ('lunch', 'dinner')),
	CONSTRAINT "order_items_price" CHECK ("order_items"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_tallies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "order_tallies_status" CHECK ("order_tallies"."status" in ('pending', 'confirmed', 'delivered', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"checkout_id" uuid NOT NULL,
	"status" text NOT NULL,
	"pending_reason" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"address_line1" text NOT NULL,
	"address_line2" text NOT NULL,
	"suburb" text NOT NULL,
	"postcode" text NOT NULL,
	"delivery_preference" text NOT NULL,
	"special_instructions" text NOT NULL,
	"delivery_type" text NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"delivery_fee_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"fees" jsonb NOT NULL,
	"offers" jsonb NOT NULL,
	"search_text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("number"),
	CONSTRAINT "orders_checkout" UNIQUE("checkout_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'confirmed', 'delivered', 'cancelled')),
	CONSTRAINT "orders_pending_reason" CHECK ("orders"."pending_reason" in ('slot_full', 'past_cutoff', 'amount_differs')),
	CONSTRAINT "orders_delivery_type" CHECK ("orders"."delivery_type" in ('daily', 'weekly')),
	CONSTRAINT "orders_delivery_preference" CHECK ("orders"."delivery_preference" in ('warm', 'cold')),
	CONSTRAINT "orders_subtotal" CHECK ("orders"."subtotal_cents" >= 0),
	CONSTRAINT "orders_delivery_fee" CHECK ("orders"."delivery_fee_cents" >= 0),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."delivery_fee_cents" + "orders"."tax_cents"),
	CONSTRAINT "orders_phone" CHECK ("orders"."phone" ~ '^[+]61[234578][0-9]{8}$')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"payment_intent_id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"livemode" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_checkout" UNIQUE("checkout_id"),
	CONSTRAINT "payments_order" UNIQUE("order_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"calorie_target" integer NOT NULL,
	CONSTRAINT "people_order_position" UNIQUE("order_id","position"),
	CONSTRAINT "people_order_name" UNIQUE("order_id","name"),
	CONSTRAINT "people_id_order" UNIQUE("id","order_id"),
	CONSTRAINT "people_calorie_target" CHECK ("people"."calorie_target" between 500 and 6000)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"idem_key" text NOT NULL,
	"gateway_id" text,
	"failure_reason" text,
	"staff_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_idem_key" UNIQUE("idem_key"),
	CONSTRAINT "refunds_gateway_id" UNIQUE("gateway_id"),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('wanted', 'sent', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slot_holds" (
	"checkout_id" uuid NOT NULL,
	"slot_id" integer NOT NULL,
	CONSTRAINT "slot_holds_checkout_id_slot_id_pk" PRIMARY KEY("checkout_id","slot_id")
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_accounts_provider_account" UNIQUE("provider_id","account_id"),
	CONSTRAINT "staff_accounts_user_provider" UNIQUE("user_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"drops_second_factor" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_links_purpose" CHECK ("staff_links"."purpose" in ('setup', 'invite', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_passkeys_credential_id" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_sessions_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "staff_two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	CONSTRAINT "staff_two_factors_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "staff_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"name" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"suburb" text NOT NULL,
	"phone" text,
	"meals_per_week" integer,
	"consent_text" text,
	"consent_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"first_order_checkout_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_entries_meals_per_week" CHECK ("waitlist_entries"."meals_per_week" between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_slot" FOREIGN KEY ("date","time_slot") REFERENCES "public"."delivery_slots"("date","time_slot") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_intent_id_payments_payment_intent_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "public"."payments"("payment_intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_delivery" FOREIGN KEY ("delivery_id","order_id") REFERENCES "public"."deliveries"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_person" FOREIGN KEY ("person_id","order_id") REFERENCES "public"."people"("id","order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_intent_id_payments_payment_intent_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "public"."payments"("payment_intent_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD CONSTRAINT "slot_holds_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD CONSTRAINT "slot_holds_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_two_factors" ADD CONSTRAINT "staff_two_factors_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_first_order_checkout_id_checkouts_id_fk" FOREIGN KEY ("first_order_checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_live_cart" ON "checkouts" USING btree ("cart_key") WHERE "checkouts"."state" in ('open', 'expiring', 'paid');--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "checkouts" USING btree ("hold_until") WHERE "checkouts"."state" in ('open', 'expiring');--> statement-breakpoint
CREATE INDEX "deliveries_date" ON "deliveries" USING btree ("date","time_slot");--> statement-breakpoint
CREATE INDEX "gateway_events_state" ON "gateway_events" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_items_delivery_id" ON "order_items" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status_created" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_links_one_each" ON "staff_links" USING btree ("purpose",lower("email"));--> statement-breakpoint
CREATE INDEX "staff_passkeys_user" ON "staff_passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_user" ON "staff_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "staff_verifications_identifier" ON "staff_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "throttle_counters_ends_at" ON "throttle_counters" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_entries_email" ON "waitlist_entries" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "waitlist_entries_newest" ON "waitlist_entries" USING btree ("created_at");