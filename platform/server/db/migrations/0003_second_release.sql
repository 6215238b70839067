ALTER TABLE "checkouts" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
CREATE OR REPLACE TRIGGER refunds_tell_changed AFTER INSERT OR UPDATE OF "state", "failure_reason", "handled_at" ON "refunds"
FOR EACH ROW EXECUTE FUNCTION tell_refund_changed();
--> statement-breakpoint
ALTER TABLE "slot_holds" ADD COLUMN "holder_network" text;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD COLUMN "holder_email" text;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD COLUMN "holder_phone" text;
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_phone";--> statement-breakpoint
ALTER TABLE "gateway_events" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "not_compared" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "books_checks" ADD COLUMN "open_balances" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "purged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "gateway_events_to_purge" ON "gateway_events" USING btree ("received_at") WHERE "gateway_events"."payload" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_to_purge" ON "checkouts" USING btree ("hold_until") WHERE "checkouts"."state" in ('expired', 'replaced') and "checkouts"."purged_at" is null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_phone" CHECK ("orders"."phone" ~ '^([+]61[234578][0-9]{8})?$');--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a customer may blank what a change was about, in its own transaction, and nothing else.
  IF TG_OP = 'UPDATE' AND current_setting('mealrun.erasing', true) = 'on'
    AND (NEW.id, NEW.at, NEW.action, NEW.entity, NEW.entity_id)
      = (OLD.id, OLD.at, OLD.action, OLD.entity, OLD.entity_id)
    AND (NEW.staff_id, NEW.staff_email, NEW.ip)
      IS NOT DISTINCT FROM (OLD.staff_id, OLD.staff_email, OLD.ip)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
ALTER TABLE "order_items" DROP CONSTRAINT "order_items_place";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pending_reason";--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "dietary_tags" text[];--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "helping" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "override" jsonb;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "allergens" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "diets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_place" UNIQUE("person_id","meal_date","meal_type","helping");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_helping" CHECK ("order_items"."helping" between 1 and 2);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pending_reason" CHECK ("orders"."pending_reason" in ('slot_full', 'past_cutoff', 'amount_differs', 'recipe_changed'));--> statement-breakpoint
-- Checkouts that are still open were frozen before people had allergens.
UPDATE "checkouts" SET "frozen_order" = jsonb_set("frozen_order", '{people}', (
  SELECT coalesce(jsonb_agg('{"allergens": [], "avoid": [], "diets": [], "note": ""}'::jsonb || person ORDER BY place), '[]'::jsonb)
  FROM jsonb_array_elements("frozen_order" -> 'people') WITH ORDINALITY AS people (person, place)
));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
CREATE INDEX "order_items_meal" ON "order_items" USING btree ("meal_id","meal_date");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'recipe_alert', 'staff_invite', 'waitlist_welcome'));
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "delivery_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"status" text NOT NULL,
	"status_before" text NOT NULL,
	"is_decisive" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"staff_name" text,
	"key" uuid,
	"change_id" uuid NOT NULL,
	"undoes" integer,
	"reason" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	CONSTRAINT "delivery_events_status" CHECK ("delivery_events"."status" in ('planned', 'cooked', 'packed', 'out', 'delivered', 'missed', 'cancelled')),
	CONSTRAINT "delivery_events_status_before" CHECK ("delivery_events"."status_before" in ('planned', 'cooked', 'packed', 'out', 'delivered', 'missed', 'cancelled')),
	CONSTRAINT "delivery_events_time_slot" CHECK ("delivery_events"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_arranged" boolean DEFAULT false NOT NULL,
	"arranged_by" text,
	"fixed_at" timestamp with time zone,
	CONSTRAINT "runs_date_time_slot_pk" PRIMARY KEY("date","time_slot"),
	CONSTRAINT "runs_time_slot" CHECK ("runs"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_order_date_time_slot";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "status_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "status_by" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag" text;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "stop" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_undoes_delivery_events_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."delivery_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_key" ON "delivery_events" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_events_undoes" ON "delivery_events" USING btree ("undoes") WHERE "delivery_events"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "delivery_events_delivery" ON "delivery_events" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "delivery_events_change" ON "delivery_events" USING btree ("change_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_order_date_time_slot" ON "deliveries" USING btree ("order_id","date","time_slot") WHERE "deliveries"."status" <> 'cancelled';--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_flag" CHECK ("deliveries"."flag" in ('after_cancel', 'two_reports'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_stop" CHECK ("deliveries"."stop" >= 0);--> statement-breakpoint
-- Two stops swap their numbers in one transaction: looked at when it ends.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_run_stop" UNIQUE ("date", "time_slot", "stop") DEFERRABLE INITIALLY DEFERRED;

--> statement-breakpoint
CREATE FUNCTION tell_delivery_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders_changed', json_build_object('event', 'order-changed', 'id', o.id, 'orderNumber', o.number)::text)
  FROM deliveries d JOIN orders o ON o.id = d.order_id WHERE d.id = NEW.delivery_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER delivery_events_tell_changed AFTER INSERT ON "delivery_events"
FOR EACH ROW EXECUTE FUNCTION tell_delivery_changed();
--> statement-breakpoint
-- Everyone with an account could do everything until now, and goes on doing so: they are owners.
ALTER TABLE "staff" ADD COLUMN "role" text;--> statement-breakpoint
UPDATE "staff" SET "role" = 'owner';--> statement-breakpoint
ALTER TABLE "staff" ALTER COLUMN "role" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_role" CHECK ("staff"."role" in ('owner', 'manager', 'kitchen', 'packer', 'driver', 'phone'));--> statement-breakpoint
-- An invitation that said nothing means a manager, as it does from now on. It lasts a day at most.
ALTER TABLE "staff_links" ADD COLUMN "role" text;--> statement-breakpoint
UPDATE "staff_links" SET "role" = 'manager' WHERE "purpose" = 'invite';--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_role" CHECK ("staff_links"."role" in ('owner', 'manager', 'kitchen', 'packer', 'driver', 'phone'));--> statement-breakpoint
ALTER TABLE "staff_links" ADD CONSTRAINT "staff_links_invite_role" CHECK (("staff_links"."purpose" = 'invite') = ("staff_links"."role" is not null));
--> statement-breakpoint
CREATE TABLE "text_refusals" (
	"phone" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_refusals_reason" CHECK ("text_refusals"."reason" in ('stopped', 'no_mobile'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "channel" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "delivery_id" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "text_message" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "text_sid" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "refused_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_delivery" ON "messages" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "messages_link_hash" ON "messages" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_text_sid" UNIQUE("text_sid");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('email', 'text'));--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'delivery_corrected'));
--> statement-breakpoint
CREATE TABLE "delivery_photos" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_photos" ADD CONSTRAINT "delivery_photos_event_id_delivery_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."delivery_events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE "cook_ticks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cook_ticks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"meal_id" integer NOT NULL,
	"asked" integer NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"key" uuid NOT NULL,
	CONSTRAINT "cook_ticks_time_slot" CHECK ("cook_ticks"."time_slot" in ('11:00-13:00', '16:00-18:00'))
);
--> statement-breakpoint
ALTER TABLE "cook_ticks" ADD CONSTRAINT "cook_ticks_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cook_ticks_key" ON "cook_ticks" USING btree ("key");--> statement-breakpoint
CREATE INDEX "cook_ticks_slot" ON "cook_ticks" USING btree ("date","time_slot","meal_id");
--> statement-breakpoint
-- A slip of the finger is taken back by another tick.
CREATE TRIGGER cook_ticks_append_only BEFORE UPDATE OR DELETE ON "cook_ticks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE "meal_choices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"meal_id" integer NOT NULL,
	"meal_name" text NOT NULL,
	"option_ids" integer[] NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"staff_email" text NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_how" text,
	"chosen_meal_id" integer,
	"chosen_name" text,
	"refund_cents" integer,
	CONSTRAINT "meal_choices_time_slot" CHECK ("meal_choices"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "meal_choices_settled_how" CHECK ("meal_choices"."settled_how" in ('customer', 'default', 'order_changed')),
	CONSTRAINT "meal_choices_refund" CHECK ("meal_choices"."refund_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meal_choices_open" ON "meal_choices" USING btree ("delivery_id","person_id","meal_id") WHERE "meal_choices"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "meal_choices_order" ON "meal_choices" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "meal_choices_due" ON "meal_choices" USING btree ("until") WHERE "meal_choices"."settled_at" is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
CREATE TABLE "temperature_readings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "temperature_readings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"meal_id" integer,
	"meal_name" text,
	"date" date NOT NULL,
	"time_slot" text,
	"tenths" integer,
	"at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"probe" text NOT NULL,
	"limit" jsonb NOT NULL,
	"pass" boolean,
	"action" text,
	"action_at" timestamp with time zone,
	"action_staff_id" uuid,
	"action_staff_name" text,
	"corrects" integer,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"start_id" integer,
	"since_at" timestamp with time zone,
	"key" uuid NOT NULL,
	CONSTRAINT "temperature_readings_kind" CHECK ("temperature_readings"."kind" in ('core', 'chill_start', 'reached_21', 'reached_5', 'hot_hold', 'fridge', 'van', 'probe_check')),
	CONSTRAINT "temperature_readings_time_slot" CHECK ("temperature_readings"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "temperature_readings_action" CHECK ("temperature_readings"."action" in ('cooked_on', 'thrown_out', 'used_hot_now', 'called_supervisor')),
	CONSTRAINT "temperature_readings_value" CHECK ("temperature_readings"."tenths" is not null or "temperature_readings"."kind" = 'chill_start' or "temperature_readings"."is_withdrawn")
);
--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_corrects_temperature_readings_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."temperature_readings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_start_id_temperature_readings_id_fk" FOREIGN KEY ("start_id") REFERENCES "public"."temperature_readings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "temperature_readings_key" ON "temperature_readings" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "temperature_readings_corrects" ON "temperature_readings" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "temperature_readings_date" ON "temperature_readings" USING btree ("date");--> statement-breakpoint
CREATE INDEX "temperature_readings_start" ON "temperature_readings" USING btree ("start_id");
--> statement-breakpoint
-- What was done about a failure is written into its line once; lines past their time are deleted by the job that says so.
CREATE FUNCTION keep_temperature_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('mealrun.purging', true) = 'temperature_readings' THEN RETURN OLD; END IF;
  ELSIF OLD.action IS NULL AND NEW.action IS NOT NULL AND OLD.pass = false
    AND to_jsonb(NEW) - '{action,action_at,action_staff_id,action_staff_name}'::text[]
      = to_jsonb(OLD) - '{action,action_at,action_staff_id,action_staff_name}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER temperature_readings_append_only BEFORE UPDATE OR DELETE ON "temperature_readings"
FOR EACH ROW EXECUTE FUNCTION keep_temperature_record();
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "made_on" date;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "settled_at" timestamp with time zone;
--> statement-breakpoint
CREATE TABLE "pack_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"food" text NOT NULL,
	"reopened" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_claims" (
	"delivery_id" integer PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pack_ticks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pack_ticks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"device_id" uuid,
	"key" uuid NOT NULL,
	CONSTRAINT "pack_ticks_state" CHECK ("pack_ticks"."state" in ('ticked', 'unticked', 'missing')),
	CONSTRAINT "pack_ticks_reason" CHECK ("pack_ticks"."reason" in ('not_cooked', 'damaged', 'cant_find'))
);
--> statement-breakpoint
ALTER TABLE "pack_checks" ADD CONSTRAINT "pack_checks_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_claims" ADD CONSTRAINT "pack_claims_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_ticks" ADD CONSTRAINT "pack_ticks_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_checks_delivery" ON "pack_checks" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pack_ticks_key" ON "pack_ticks" USING btree ("key");--> statement-breakpoint
CREATE INDEX "pack_ticks_delivery" ON "pack_ticks" USING btree ("delivery_id","item_id");
--> statement-breakpoint
-- A slip of the finger is taken back by another tick. Rows go with their delivery only.
CREATE TRIGGER pack_ticks_append_only BEFORE UPDATE ON "pack_ticks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER pack_checks_append_only BEFORE UPDATE ON "pack_checks"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER pack_ticks_tell_changed AFTER INSERT ON "pack_ticks"
FOR EACH ROW EXECUTE FUNCTION tell_delivery_changed();
--> statement-breakpoint
CREATE TABLE "top_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"order_version" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"payment_intent_id" text,
	"client_secret" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "top_ups_payment_intent_id" UNIQUE("payment_intent_id"),
	CONSTRAINT "top_ups_state" CHECK ("top_ups"."state" in ('open', 'ending', 'paid', 'ended')),
	CONSTRAINT "top_ups_amount" CHECK ("top_ups"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_order";--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "checkout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "top_up_id" uuid;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "top_ups_open" ON "top_ups" USING btree ("order_id") WHERE "top_ups"."state" = 'open';--> statement-breakpoint
CREATE INDEX "top_ups_due" ON "top_ups" USING btree ("open_until") WHERE "top_ups"."state" in ('open', 'ending');--> statement-breakpoint
CREATE INDEX "top_ups_order" ON "top_ups" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_top_up_id_top_ups_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."top_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_first" ON "payments" USING btree ("order_id") WHERE "payments"."top_up_id" is null;--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_top_up" UNIQUE("top_up_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_for" CHECK (num_nonnulls("payments"."checkout_id", "payments"."top_up_id") = 1);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_welcome', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
DROP INDEX "order_items_delivery_id";--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "core_celsius" integer;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "flag_seen_by" text;--> statement-breakpoint
CREATE INDEX "order_items_delivery_meal" ON "order_items" USING btree ("delivery_id","meal_id","meal_type","id");--> statement-breakpoint
ALTER TABLE "meals" ADD CONSTRAINT "meals_core_celsius" CHECK ("meals"."core_celsius" between 0 and 100);
--> statement-breakpoint
-- To what the steps of the sample's meals say that they are cooked, where nobody has made the meal their own.
UPDATE "meals" SET "core_celsius" = sample.core
FROM (VALUES
  ('bay-prawn-and-mango-noodle-salad', 'Bay Prawn and Mango Noodle Salad', 0),
  ('teriyaki-salmon-soba', 'Teriyaki Salmon with Soba and Greens', 63),
  ('thai-beef-salad-with-toasted-rice', 'Thai Beef Salad with Toasted Rice', 60),
  ('tuna-and-green-bean-nicoise', 'Tuna and Green Bean Niçoise', 0),
  ('macadamia-crusted-barramundi', 'Macadamia-Crusted Barramundi with Sweet Potato Mash', 63),
  ('roast-pork-fillet-with-apple-and-fennel', 'Roast Pork Fillet with Apple and Fennel', 68),
  ('goan-snapper-curry', 'Goan Snapper Curry with Basmati', 63)
) AS sample (slug, name, core)
WHERE "meals"."slug" = sample.slug AND "meals"."name" = sample.name AND "meals"."version" = 1;
--> statement-breakpoint
CREATE TABLE "delivery_drivers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_drivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"driver_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid
);
--> statement-breakpoint
CREATE TABLE "driver_notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "driver_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"delivery_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"driver_id" uuid,
	"shown_at" timestamp with time zone,
	"shown_to" text,
	"read_at" timestamp with time zone,
	CONSTRAINT "driver_notices_kind" CHECK ("driver_notices"."kind" in ('address', 'phone', 'instructions', 'cancelled', 'on_hold'))
);
--> statement-breakpoint
CREATE TABLE "signed_out_phones" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_flag";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "driver_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_drivers" ADD CONSTRAINT "delivery_drivers_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_drivers" ADD CONSTRAINT "delivery_drivers_driver_id_staff_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_notices" ADD CONSTRAINT "driver_notices_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_out_phones" ADD CONSTRAINT "signed_out_phones_user_id_staff_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_drivers_delivery" ON "delivery_drivers" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "driver_notices_delivery" ON "driver_notices" USING btree ("delivery_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_driver_id_staff_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_flag" CHECK ("deliveries"."flag" in ('after_cancel', 'two_reports', 'other_driver'));
--> statement-breakpoint
CREATE TABLE "incident_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"incident_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"date" date NOT NULL,
	"time_slot" text NOT NULL,
	"stop" integer,
	"choice" text NOT NULL,
	"to_date" date,
	"to_time_slot" text,
	"state" text NOT NULL,
	"code" text,
	"message" text,
	"refund_cents" integer,
	"is_told" boolean DEFAULT false NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "incident_rows_once" UNIQUE("incident_id","delivery_id"),
	CONSTRAINT "incident_rows_choice" CHECK ("incident_rows"."choice" in ('move', 'refund', 'leave')),
	CONSTRAINT "incident_rows_state" CHECK ("incident_rows"."state" in ('waiting', 'done', 'failed', 'left')),
	CONSTRAINT "incident_rows_time_slot" CHECK ("incident_rows"."time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "incident_rows_to_time_slot" CHECK ("incident_rows"."to_time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "incident_rows_refund" CHECK ("incident_rows"."refund_cents" >= 0),
	CONSTRAINT "incident_rows_to" CHECK (("incident_rows"."choice" = 'move') = ("incident_rows"."to_date" is not null and "incident_rows"."to_time_slot" is not null))
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"date" date NOT NULL,
	"until" date,
	"time_slots" text[] NOT NULL,
	"cause" text NOT NULL,
	"same_bag" boolean NOT NULL,
	"notify" boolean NOT NULL,
	"change_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "missed_choices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "missed_choices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"delivery_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"offered" text[] NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"chosen" text,
	"chosen_at" timestamp with time zone,
	"to_date" date,
	"to_time_slot" text,
	"refund_cents" integer,
	CONSTRAINT "missed_choices_once" UNIQUE("delivery_id","attempt"),
	CONSTRAINT "missed_choices_chosen" CHECK ("missed_choices"."chosen" in ('again', 'refund', 'call')),
	CONSTRAINT "missed_choices_to_time_slot" CHECK ("missed_choices"."to_time_slot" in ('11:00-13:00', '16:00-18:00')),
	CONSTRAINT "missed_choices_refund" CHECK ("missed_choices"."refund_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missed_choices" ADD CONSTRAINT "missed_choices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incident_rows_waiting" ON "incident_rows" USING btree ("delivery_id") WHERE "incident_rows"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "incident_rows_order" ON "incident_rows" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "incidents_open" ON "incidents" USING btree ("date") WHERE "incidents"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "missed_choices_order" ON "missed_choices" USING btree ("order_id");
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "near_stop" integer;
--> statement-breakpoint
CREATE TABLE "settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_versions_version" CHECK ("settings_versions"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "printed_documents" DROP CONSTRAINT "printed_documents_time_slot";--> statement-breakpoint
ALTER TABLE "cook_ticks" DROP CONSTRAINT "cook_ticks_time_slot";--> statement-breakpoint
ALTER TABLE "delivery_events" DROP CONSTRAINT "delivery_events_time_slot";--> statement-breakpoint
ALTER TABLE "delivery_slots" DROP CONSTRAINT "delivery_slots_time_slot";--> statement-breakpoint
ALTER TABLE "incident_rows" DROP CONSTRAINT "incident_rows_time_slot";--> statement-breakpoint
ALTER TABLE "incident_rows" DROP CONSTRAINT "incident_rows_to_time_slot";--> statement-breakpoint
ALTER TABLE "meal_choices" DROP CONSTRAINT "meal_choices_time_slot";--> statement-breakpoint
ALTER TABLE "missed_choices" DROP CONSTRAINT "missed_choices_to_time_slot";--> statement-breakpoint
ALTER TABLE "runs" DROP CONSTRAINT "runs_time_slot";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_time_slot";--> statement-breakpoint
ALTER TABLE "printed_documents" ADD CONSTRAINT "printed_documents_time_slot" CHECK ("printed_documents"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("printed_documents"."time_slot", 5) < right("printed_documents"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "cook_ticks" ADD CONSTRAINT "cook_ticks_time_slot" CHECK ("cook_ticks"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("cook_ticks"."time_slot", 5) < right("cook_ticks"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_time_slot" CHECK ("delivery_events"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("delivery_events"."time_slot", 5) < right("delivery_events"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "delivery_slots" ADD CONSTRAINT "delivery_slots_time_slot" CHECK ("delivery_slots"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("delivery_slots"."time_slot", 5) < right("delivery_slots"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_time_slot" CHECK ("incident_rows"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("incident_rows"."time_slot", 5) < right("incident_rows"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "incident_rows" ADD CONSTRAINT "incident_rows_to_time_slot" CHECK ("incident_rows"."to_time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("incident_rows"."to_time_slot", 5) < right("incident_rows"."to_time_slot", 5));--> statement-breakpoint
ALTER TABLE "meal_choices" ADD CONSTRAINT "meal_choices_time_slot" CHECK ("meal_choices"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("meal_choices"."time_slot", 5) < right("meal_choices"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "missed_choices" ADD CONSTRAINT "missed_choices_to_time_slot" CHECK ("missed_choices"."to_time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("missed_choices"."to_time_slot", 5) < right("missed_choices"."to_time_slot", 5));--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_time_slot" CHECK ("runs"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("runs"."time_slot", 5) < right("runs"."time_slot", 5));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_time_slot" CHECK ("temperature_readings"."time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("temperature_readings"."time_slot", 5) < right("temperature_readings"."time_slot", 5));
--> statement-breakpoint
CREATE TABLE "logos" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"from_email" text PRIMARY KEY NOT NULL,
	"into_email" text NOT NULL,
	"merged_by" text NOT NULL,
	"merged_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waitlist_wave_people" (
	"wave_id" integer NOT NULL,
	"entry_id" bigint NOT NULL,
	CONSTRAINT "waitlist_wave_people_wave_id_entry_id_pk" PRIMARY KEY("wave_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "waitlist_waves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_waves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"suburbs" text[] NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "waitlist_waves_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "served_mark" boolean;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_wave_people" ADD CONSTRAINT "waitlist_wave_people_wave_id_waitlist_waves_id_fk" FOREIGN KEY ("wave_id") REFERENCES "public"."waitlist_waves"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_wave_people" ADD CONSTRAINT "waitlist_wave_people_entry_id_waitlist_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waitlist_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_merges_into" ON "customer_merges" USING btree ("into_email");--> statement-breakpoint
CREATE INDEX "customer_notes_order" ON "customer_notes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "waitlist_wave_people_entry" ON "waitlist_wave_people" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_kind_newest" ON "audit_log" USING btree ("entity","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_newest" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_staff_newest" ON "audit_log" USING btree (lower("staff_email"),"at","id");--> statement-breakpoint
CREATE INDEX "messages_waitlist_entry" ON "messages" USING btree ("waitlist_entry_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"answer" text NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"is_active" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"failing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_off_reason" CHECK ("webhooks"."off_reason" in ('failing')),
	CONSTRAINT "webhooks_off" CHECK ("webhooks"."off_reason" is null or not "webhooks"."is_active")
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" uuid NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_messages_state" CHECK ("webhook_messages"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"rights" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_on" date,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_tokens_hash" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_year_at_most" CHECK ("api_tokens"."expires_at" <= "api_tokens"."created_at" + interval '366 days')
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "token_name" text;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_message" ON "webhook_attempts" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "webhook_messages_log" ON "webhook_messages" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_open" ON "webhook_messages" USING btree ("webhook_id","id") WHERE "webhook_messages"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "api_tokens_staff" ON "api_tokens" USING btree ("staff_id");--> statement-breakpoint
-- In the transaction of the change, whoever makes it: what was committed is told, and nothing else. With its job, so that
-- it is sent at once; the clock makes up for one that fails.
CREATE FUNCTION tell_webhooks(event text, about jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_messages" ("webhook_id", "type", "body")
  SELECT w.id, event, jsonb_build_object('type', event, 'data', about, 'timestamp',
    to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM "webhooks" w WHERE w.is_active AND w.events ? event;
  IF FOUND THEN
    PERFORM pg_notify('work_due', 'webhooks');
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(
    CASE WHEN TG_OP = 'INSERT' THEN 'order.paid'
      WHEN NEW.status = 'cancelled' AND OLD.status <> 'cancelled' THEN 'order.cancelled'
      ELSE 'order.changed' END,
    jsonb_build_object('orderId', NEW.id, 'orderNumber', NEW.number, 'status', NEW.status,
      'total', to_char(NEW.total_cents / 100.0, 'FM9999999990.00'), 'version', NEW.version));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_tell_webhooks_new AFTER INSERT ON "orders"
FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_order();
--> statement-breakpoint
CREATE TRIGGER orders_tell_webhooks_changed AFTER UPDATE OF "status", "version" ON "orders"
FOR EACH ROW WHEN (OLD.version <> NEW.version OR OLD.status <> NEW.status)
EXECUTE FUNCTION tell_webhooks_of_order();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('delivery.changed', jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'deliveryId', NEW.id, 'date', NEW.date, 'timeSlot', NEW.time_slot, 'status', NEW.status, 'version', NEW.version))
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER deliveries_tell_webhooks AFTER UPDATE OF "status", "date", "time_slot" ON "deliveries"
FOR EACH ROW WHEN ((OLD.status, OLD.date, OLD.time_slot) IS DISTINCT FROM (NEW.status, NEW.date, NEW.time_slot))
EXECUTE FUNCTION tell_webhooks_of_delivery();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('refund.' || NEW.state, jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'refundId', NEW.id, 'amount', to_char(NEW.amount_cents / 100.0, 'FM9999999990.00')))
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_tell_webhooks_new AFTER INSERT ON "refunds"
FOR EACH ROW WHEN (NEW.state IN ('succeeded', 'failed')) EXECUTE FUNCTION tell_webhooks_of_refund();
--> statement-breakpoint
CREATE TRIGGER refunds_tell_webhooks_changed AFTER UPDATE OF "state" ON "refunds"
FOR EACH ROW WHEN (NEW.state IN ('succeeded', 'failed') AND OLD.state <> NEW.state)
EXECUTE FUNCTION tell_webhooks_of_refund();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Erasing a customer may blank what a change was about, in its own transaction, and nothing else.
  IF TG_OP = 'UPDATE' AND current_setting('mealrun.erasing', true) = 'on'
    AND (NEW.id, NEW.at, NEW.action, NEW.entity, NEW.entity_id)
      = (OLD.id, OLD.at, OLD.action, OLD.entity, OLD.entity_id)
    AND (NEW.staff_id, NEW.staff_email, NEW.token_name, NEW.ip)
      IS NOT DISTINCT FROM (OLD.staff_id, OLD.staff_email, OLD.token_name, OLD.ip)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "webhooks" DROP CONSTRAINT "webhooks_off_reason";--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_key" UNIQUE("webhook_id","key");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'recipe_alert', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_off_reason" CHECK ("webhooks"."off_reason" in ('failing', 'gone'));--> statement-breakpoint
-- An order or refund that is rebuilt after a restore is the same news under the same id: what the database still has of it is
-- not told again, and a receiver knows the rest by its id. `lasting` outlives the database; null: told once and never rebuilt.
CREATE FUNCTION tell_webhooks(event text, about jsonb, lasting text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "webhook_messages" ("webhook_id", "key", "type", "body")
  SELECT w.id, CASE WHEN lasting IS NULL THEN gen_random_uuid() ELSE md5(concat_ws(':', w.id, event, lasting))::uuid END,
    event, jsonb_build_object('type', event, 'data', about, 'timestamp',
      to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM "webhooks" w WHERE w.is_active AND w.events ? event
  ON CONFLICT ("webhook_id", "key") DO NOTHING;
  IF FOUND THEN
    PERFORM pg_notify('work_due', 'webhooks');
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks(event text, about jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(event, about, NULL);
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(
    CASE WHEN TG_OP = 'INSERT' THEN 'order.paid'
      WHEN NEW.status = 'cancelled' AND OLD.status <> 'cancelled' THEN 'order.cancelled'
      ELSE 'order.changed' END,
    jsonb_build_object('orderId', NEW.id, 'orderNumber', NEW.number, 'status', NEW.status,
      'total', to_char(NEW.total_cents / 100.0, 'FM9999999990.00'), 'version', NEW.version),
    CASE WHEN TG_OP = 'INSERT' THEN NEW.checkout_id::text END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_webhooks_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('refund.' || NEW.state, jsonb_build_object('orderId', o.id, 'orderNumber', o.number,
    'refundId', NEW.id, 'amount', to_char(NEW.amount_cents / 100.0, 'FM9999999990.00')), NEW.gateway_id)
  FROM "orders" o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE INDEX "ledger_entries_created" ON "ledger_entries" USING btree ("created_at");
--> statement-breakpoint
CREATE TABLE "order_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"state" text NOT NULL,
	"changed_by" text NOT NULL,
	"staff_email" text,
	"what" text[] NOT NULL,
	"from_version" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"paid_cents" integer DEFAULT 0 NOT NULL,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"waiting" jsonb,
	"content_hash" text,
	"top_up_id" uuid,
	"settled_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_changes_top_up" UNIQUE("top_up_id"),
	CONSTRAINT "order_changes_state" CHECK ("order_changes"."state" in ('waiting', 'applied', 'ended', 'refused')),
	CONSTRAINT "order_changes_by" CHECK ("order_changes"."changed_by" in ('customer', 'staff', 'system')),
	CONSTRAINT "order_changes_total" CHECK ("order_changes"."total_cents" >= 0),
	CONSTRAINT "order_changes_paid" CHECK ("order_changes"."paid_cents" >= 0),
	CONSTRAINT "order_changes_refund" CHECK ("order_changes"."refund_cents" >= 0),
	CONSTRAINT "order_changes_waiting_content" CHECK (("order_changes"."state" = 'waiting') = ("order_changes"."waiting" is not null)),
	CONSTRAINT "order_changes_waiting_payment" CHECK ("order_changes"."state" = 'applied' or "order_changes"."top_up_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_top_up_id_top_ups_id_fk" FOREIGN KEY ("top_up_id") REFERENCES "public"."top_ups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_one_waiting" ON "order_changes" USING btree ("order_id") WHERE "order_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "order_changes_order" ON "order_changes" USING btree ("order_id");
--> statement-breakpoint
CREATE TABLE "meal_ratings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_ratings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"stars" integer NOT NULL,
	"comment" text NOT NULL,
	"may_show" boolean DEFAULT false NOT NULL,
	"delivered_on" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_by" text,
	CONSTRAINT "meal_ratings_once" UNIQUE("order_id","meal_id"),
	CONSTRAINT "meal_ratings_stars" CHECK ("meal_ratings"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "problem_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"problem_id" integer,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problems" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"item_ids" integer[] NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"is_urgent" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"answer" text DEFAULT '' NOT NULL,
	"decided_item_ids" integer[],
	"refund_id" integer,
	"refund_cents" integer,
	"to_date" date,
	"to_time_slot" text,
	CONSTRAINT "problems_kind" CHECK ("problems"."kind" in ('allergy', 'unsafe', 'missing', 'wrong_meal', 'damaged', 'late', 'other')),
	CONSTRAINT "problems_decision" CHECK ("problems"."decision" in ('refund', 'new_delivery', 'answer')),
	CONSTRAINT "problems_to_time_slot" CHECK ("problems"."to_time_slot" ~ '^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$' and left("problems"."to_time_slot", 5) < right("problems"."to_time_slot", 5)),
	CONSTRAINT "problems_refund" CHECK ("problems"."refund_cents" >= 0),
	CONSTRAINT "problems_decided" CHECK (("problems"."decision" is null) = ("problems"."decided_at" is null)
        and ("problems"."decision" is null) = ("problems"."decided_by" is null)
        and ("problems"."decision" is not distinct from 'refund') = ("problems"."refund_id" is not null)
        and ("problems"."decision" is not distinct from 'new_delivery') = ("problems"."to_date" is not null))
);
--> statement-breakpoint
CREATE TABLE "rating_refusals" (
	"email" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "meal_ratings" ADD CONSTRAINT "meal_ratings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_ratings" ADD CONSTRAINT "meal_ratings_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_photos" ADD CONSTRAINT "problem_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_photos" ADD CONSTRAINT "problem_photos_problem_id_problems_id_fk" FOREIGN KEY ("problem_id") REFERENCES "public"."problems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problems" ADD CONSTRAINT "problems_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meal_ratings_meal" ON "meal_ratings" USING btree ("meal_id","stars");--> statement-breakpoint
CREATE INDEX "meal_ratings_newest" ON "meal_ratings" USING btree ("delivered_on","id");--> statement-breakpoint
CREATE INDEX "problem_photos_order" ON "problem_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "problem_photos_problem" ON "problem_photos" USING btree ("problem_id");--> statement-breakpoint
CREATE INDEX "problems_order" ON "problems" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "problems_open" ON "problems" USING btree ("due_at") WHERE "problems"."decision" is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
CREATE TRIGGER meal_ratings_tell_site AFTER INSERT OR UPDATE OF "stars", "comment", "may_show", "hidden_at" OR DELETE ON "meal_ratings"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TABLE "slot_bells" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slot_bells_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slot_id" integer NOT NULL,
	"email" text NOT NULL,
	"mailbox" text NOT NULL,
	"network" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"held_until" timestamp with time zone,
	"checkout_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "slot_bells_state" CHECK ("slot_bells"."state" in ('waiting', 'rung', 'taken', 'lapsed', 'stopped')),
	CONSTRAINT "slot_bells_held_until" CHECK ("slot_bells"."state" not in ('rung', 'taken') or "slot_bells"."held_until" is not null),
	CONSTRAINT "slot_bells_checkout" CHECK ("slot_bells"."state" <> 'taken' or "slot_bells"."checkout_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "slot_bells_one_each" ON "slot_bells" USING btree ("slot_id","mailbox") WHERE "slot_bells"."state" in ('waiting', 'rung');--> statement-breakpoint
CREATE INDEX "slot_bells_slot" ON "slot_bells" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "slot_bells_checkout_id" ON "slot_bells" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
CREATE TABLE "phone_orders" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"taken_by" text NOT NULL,
	"send_by" text NOT NULL,
	"sends" integer DEFAULT 1 NOT NULL,
	"remind_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" text,
	"tells_cancelled" boolean DEFAULT true NOT NULL,
	"seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_orders_token_hash" UNIQUE("token_hash"),
	CONSTRAINT "phone_orders_send_by" CHECK ("phone_orders"."send_by" in ('email', 'email_and_text')),
	CONSTRAINT "phone_orders_sends" CHECK ("phone_orders"."sends" > 0),
	CONSTRAINT "phone_orders_cancelled" CHECK (("phone_orders"."cancelled_at" is null) = ("phone_orders"."cancelled_by" is null))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "by_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_orders" ADD CONSTRAINT "phone_orders_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_orders_to_remind" ON "phone_orders" USING btree ("remind_at") WHERE "phone_orders"."reminded_at" is null and "phone_orders"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "phone_orders_newest" ON "phone_orders" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_channel";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient_token_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient_token_hash" UNIQUE("recipient_token_hash");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('email', 'text', 'recipient_text'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_recipient" CHECK ("orders"."recipient" is null or coalesce("orders"."recipient" ->> 'phone', '') ~ '^[+]61[234578][0-9]{8}$');
--> statement-breakpoint
CREATE TABLE "meal_days" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"meal_id" integer NOT NULL,
	"date" date NOT NULL,
	"scope" text NOT NULL,
	"portions" integer,
	"held" integer DEFAULT 0 NOT NULL,
	"booked" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "meal_days_meal_date_scope" UNIQUE("meal_id","date","scope"),
	CONSTRAINT "meal_days_scope" CHECK ("meal_days"."scope" in ('day', 'week')),
	CONSTRAINT "meal_days_portions" CHECK ("meal_days"."portions" between 0 and 9999),
	CONSTRAINT "meal_days_held" CHECK ("meal_days"."held" >= 0),
	CONSTRAINT "meal_days_booked" CHECK ("meal_days"."booked" >= 0),
	CONSTRAINT "meal_days_kept" CHECK ("meal_days"."kept" between 0 and "meal_days"."booked")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_pending_reason";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "takes_portion" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "meal_days" ADD CONSTRAINT "meal_days_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pending_reason" CHECK ("orders"."pending_reason" in ('slot_full', 'past_cutoff', 'amount_differs', 'recipe_changed', 'meal_sold_out'));
--> statement-breakpoint
-- What is left of cancelled deliveries gives no portion back later. Rows of meal_days are counted when they are first asked for.
UPDATE "order_items" SET "takes_portion" = false FROM "deliveries"
WHERE "deliveries"."id" = "order_items"."delivery_id"
  AND ("deliveries"."status" = 'cancelled' OR NOT "deliveries"."takes_place" AND "deliveries"."status" = 'planned');
--> statement-breakpoint
CREATE TABLE "menu_entries" (
	"week_start" date NOT NULL,
	"meal_id" integer NOT NULL,
	"days" smallint DEFAULT 127 NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "menu_entries_week_start_meal_id_pk" PRIMARY KEY("week_start","meal_id"),
	CONSTRAINT "menu_entries_days" CHECK ("menu_entries"."days" between 1 and 127),
	CONSTRAINT "menu_entries_position" CHECK ("menu_entries"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "menu_weeks" (
	"week_start" date PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "menu_weeks_state" CHECK ("menu_weeks"."state" in ('draft', 'ready')),
	CONSTRAINT "menu_weeks_version" CHECK ("menu_weeks"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "menu_entries" ADD CONSTRAINT "menu_entries_week_start_menu_weeks_week_start_fk" FOREIGN KEY ("week_start") REFERENCES "public"."menu_weeks"("week_start") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_entries" ADD CONSTRAINT "menu_entries_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER menu_weeks_tell_site AFTER INSERT OR UPDATE OR DELETE ON "menu_weeks"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TRIGGER menu_entries_tell_site AFTER INSERT OR UPDATE OR DELETE ON "menu_entries"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TABLE "order_reminders" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "order_reminders" ADD CONSTRAINT "order_reminders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "shopping_orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shopping_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supplier_id" integer NOT NULL,
	"arrives" date NOT NULL,
	"number" integer NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"lines" jsonb NOT NULL,
	"way" text NOT NULL,
	"note" varchar(400) DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shopping_orders_number" UNIQUE("supplier_id","arrives","number"),
	CONSTRAINT "shopping_orders_way" CHECK ("shopping_orders"."way" in ('email', 'elsewhere')),
	CONSTRAINT "shopping_orders_count" CHECK ("shopping_orders"."number" >= 1),
	CONSTRAINT "shopping_orders_range" CHECK ("shopping_orders"."from_date" <= "shopping_orders"."to_date")
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD CONSTRAINT "shopping_orders_supplier_id_suppliers_id_fk" FOREIGN KEY ("supplier_id") REFERENCES "public"."suppliers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
CREATE TRIGGER shopping_orders_append_only BEFORE UPDATE OR DELETE ON "shopping_orders"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE "daily_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"place" varchar(60) NOT NULL,
	"since" date NOT NULL,
	"until" date,
	CONSTRAINT "daily_checks_kind" CHECK ("daily_checks"."kind" in ('fridge', 'freezer', 'cleaning', 'sanitising')),
	CONSTRAINT "daily_checks_place_given" CHECK (btrim("daily_checks"."place") <> '')
);
--> statement-breakpoint
CREATE TABLE "food_safety_supervisors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "food_safety_supervisors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" varchar(60) NOT NULL,
	"certified_on" date,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "food_safety_supervisors_certified" CHECK (("food_safety_supervisors"."name" = '') = ("food_safety_supervisors"."certified_on" is null))
);
--> statement-breakpoint
CREATE TABLE "recall_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recall_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"goods_lot_id" integer NOT NULL,
	"is_drill" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"took_ms" integer NOT NULL,
	"deliveries" integer NOT NULL,
	"portions" integer NOT NULL,
	CONSTRAINT "recall_runs_took" CHECK ("recall_runs"."took_ms" >= 0),
	CONSTRAINT "recall_runs_deliveries" CHECK ("recall_runs"."deliveries" >= 0),
	CONSTRAINT "recall_runs_portions" CHECK ("recall_runs"."portions" >= 0)
);
--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_kind";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_action";--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_value";--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "place" varchar(60);--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "goods_lot_id" integer;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "batch_id" integer;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "note" varchar(400) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "stored_as" text;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "used_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "recall_runs" ADD CONSTRAINT "recall_runs_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "daily_checks_once" ON "daily_checks" USING btree ("kind",lower("place")) WHERE "daily_checks"."until" is null;--> statement-breakpoint
CREATE INDEX "recall_runs_at" ON "recall_runs" USING btree ("at");--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_goods_lot_id_goods_lots_id_fk" FOREIGN KEY ("goods_lot_id") REFERENCES "public"."goods_lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "temperature_readings_goods_lot" ON "temperature_readings" USING btree ("goods_lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "goods_lots_key" ON "goods_lots" USING btree ("key");--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_kind" CHECK ("temperature_readings"."kind" in ('core', 'chill_start', 'reached_21', 'reached_5', 'hot_hold', 'fridge', 'freezer', 'van', 'probe_check', 'cleaning', 'sanitising', 'receipt'));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_action" CHECK ("temperature_readings"."action" in ('cooked_on', 'thrown_out', 'used_hot_now', 'moved_food', 'replaced_probe', 'refused', 'called_supervisor'));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_value" CHECK ("temperature_readings"."tenths" is not null or "temperature_readings"."kind" in ('chill_start', 'receipt', 'cleaning', 'sanitising') or "temperature_readings"."is_withdrawn");--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_stored_as" CHECK ("goods_lots"."stored_as" in ('chilled', 'frozen', 'hot', 'dry'));
--> statement-breakpoint
CREATE TRIGGER food_safety_supervisors_append_only BEFORE UPDATE OR DELETE ON "food_safety_supervisors"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER recall_runs_append_only BEFORE UPDATE OR DELETE ON "recall_runs"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_waitlist_entry_id_waitlist_entries_id_fk";
--> statement-breakpoint
CREATE TABLE "link_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "link_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "clock_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"failed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
-- Whoever tries work listens. A lost signal only costs time: each kind is looked at every minute.
CREATE FUNCTION tell_of_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('work_due', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_tell_of_emails AFTER INSERT OR UPDATE OF "state" ON "messages"
FOR EACH ROW WHEN (NEW.state = 'waiting' AND NEW.channel = 'email') EXECUTE FUNCTION tell_of_work('emails');
--> statement-breakpoint
CREATE TRIGGER messages_tell_of_texts AFTER INSERT OR UPDATE OF "state" ON "messages"
FOR EACH ROW WHEN (NEW.state = 'waiting' AND NEW.channel <> 'email') EXECUTE FUNCTION tell_of_work('texts');
--> statement-breakpoint
CREATE TRIGGER refunds_tell_of_work AFTER INSERT ON "refunds"
FOR EACH ROW WHEN (NEW.state = 'wanted') EXECUTE FUNCTION tell_of_work('refunds');
--> statement-breakpoint
CREATE TRIGGER top_ups_tell_of_changes AFTER INSERT OR UPDATE OF "state" ON "top_ups"
FOR EACH ROW WHEN (NEW.state IN ('paid', 'ended')) EXECUTE FUNCTION tell_of_work('order_changes');
--> statement-breakpoint
CREATE TRIGGER incident_rows_tell_of_work AFTER INSERT OR UPDATE OF "state" ON "incident_rows"
FOR EACH ROW WHEN (NEW.state = 'waiting') EXECUTE FUNCTION tell_of_work('incidents');
--> statement-breakpoint
CREATE TRIGGER link_requests_tell_of_work AFTER INSERT ON "link_requests"
FOR EACH ROW EXECUTE FUNCTION tell_of_work('link_requests');
--> statement-breakpoint
-- The job runner of 0.1.0 goes. Messages, refunds and the like are found by their own rows; a link that was asked for had none.
DO $$ BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    INSERT INTO "link_requests" ("order_number", "email", "created_at")
    SELECT j.payload ->> 'orderNumber', j.payload ->> 'email', j.created_at
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = 'send_order_link' AND j.attempts < j.max_attempts
    ORDER BY j.id;
  END IF;
END $$;
--> statement-breakpoint
DROP SCHEMA IF EXISTS graphile_worker CASCADE;
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "avoid" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
CREATE TABLE "meal_versions" (
	"meal_id" integer NOT NULL,
	"version" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meal_versions_pkey" PRIMARY KEY("meal_id","version")
);
--> statement-breakpoint
ALTER TABLE "cook_ticks" ADD COLUMN "meal_version" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "cooked_versions" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "meal_versions" ADD CONSTRAINT "meal_versions_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Whoever changes a meal makes a new version of it.
CREATE FUNCTION meals_next_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version = OLD.version AND to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD) THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER meals_next_version BEFORE UPDATE ON "meals" FOR EACH ROW EXECUTE FUNCTION meals_next_version();
--> statement-breakpoint
CREATE FUNCTION keep_meal_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO meal_versions (meal_id, version, facts) VALUES (NEW.id, NEW.version, to_jsonb(NEW))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER meals_keep_version AFTER INSERT OR UPDATE ON "meals" FOR EACH ROW EXECUTE FUNCTION keep_meal_version();
--> statement-breakpoint
CREATE TRIGGER meal_versions_append_only BEFORE UPDATE OR DELETE ON "meal_versions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO "meal_versions" ("meal_id", "version", "facts") SELECT "id", "version", to_jsonb("meals") FROM "meals";
--> statement-breakpoint
-- Food that was cooked by 0.1.0 is what its order says of it: a version of its own, 0 and below.
CREATE FUNCTION pg_temp.facts_of(snapshot jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g')), value) FROM jsonb_each(snapshot)
$$;
--> statement-breakpoint
INSERT INTO "meal_versions" ("meal_id", "version", "facts")
SELECT meal_id, 1 - row_number() OVER (PARTITION BY meal_id ORDER BY first), facts
FROM (
  SELECT items.meal_id, min(items.id) AS first, pg_temp.facts_of(items.meal) AS facts
  FROM "order_items" items JOIN "deliveries" ON "deliveries"."id" = items.delivery_id
  WHERE "deliveries"."status" NOT IN ('planned', 'cancelled')
  GROUP BY items.meal_id, items.meal
) snapshots;
--> statement-breakpoint
UPDATE "order_items" SET "cooked_versions" = ARRAY[kept.version]
FROM "meal_versions" kept, "deliveries"
WHERE "deliveries"."id" = "order_items"."delivery_id" AND "deliveries"."status" NOT IN ('planned', 'cancelled')
  AND kept.meal_id = "order_items"."meal_id" AND kept.version <= 0
  AND kept.facts = pg_temp.facts_of("order_items"."meal");
--> statement-breakpoint
CREATE TABLE "food_matters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "food_matters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"order_id" integer NOT NULL,
	"delivery_id" integer,
	"item_id" integer,
	"person_name" text NOT NULL,
	"meal_name" text NOT NULL,
	"why" text NOT NULL,
	"cause" text,
	"changed_by" text,
	"opened_at" timestamp with time zone NOT NULL,
	"calls" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"settled_how" text,
	"note" text,
	CONSTRAINT "food_matters_kind" CHECK ("food_matters"."kind" in ('given_held', 'left_held', 'left_unchecked', 'short', 'told', 'clash', 'undeclared', 'will_not_keep', 'question', 'diet')),
	CONSTRAINT "food_matters_settled_how" CHECK ("food_matters"."settled_how" in ('not_eaten', 'eaten_well', 'reaction', 'coming_back', 'checked', 'told', 'no_answer', 'swap', 'refund', 'spoken', 'taken_back', 'put_right', 'order_changed'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "food_matters" ADD CONSTRAINT "food_matters_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "food_matters_open" ON "food_matters" USING btree ("kind","order_id",coalesce("delivery_id", 0),coalesce("item_id", 0),(case when "kind" = 'told' then "why" else '' end)) WHERE "food_matters"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "food_matters_order" ON "food_matters" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "food_answers" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "pack_ticks" DROP CONSTRAINT "pack_ticks_reason";--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "confirmed" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_ticks" ADD CONSTRAINT "pack_ticks_reason" CHECK ("pack_ticks"."reason" in ('not_cooked', 'damaged', 'cant_find', 'on_hold'));
--> statement-breakpoint
CREATE TABLE "food_handlers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "food_handlers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_id" uuid,
	"name" varchar(60) NOT NULL,
	"basis" text NOT NULL,
	"what" varchar(200) NOT NULL,
	"done_on" date NOT NULL,
	"ends" date,
	"by" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "food_handlers_basis" CHECK ("food_handlers"."basis" in ('course', 'skills')),
	CONSTRAINT "food_handlers_named" CHECK (btrim("food_handlers"."name") <> '' and btrim("food_handlers"."what") <> ''),
	CONSTRAINT "food_handlers_ends" CHECK ("food_handlers"."ends" >= "food_handlers"."done_on")
);
--> statement-breakpoint
ALTER TABLE "temperature_readings" DROP CONSTRAINT "temperature_readings_value";--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "is_not_needed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "source" text DEFAULT 'screen' NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "measured_by" varchar(60) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD COLUMN "thrown_out" integer;--> statement-breakpoint
ALTER TABLE "food_handlers" ADD CONSTRAINT "food_handlers_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "food_handlers_staff" ON "food_handlers" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "temperature_readings_unanswered" ON "temperature_readings" USING btree ("date") WHERE "temperature_readings"."pass" = false and "temperature_readings"."action" is null;--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_source" CHECK ("temperature_readings"."source" in ('screen', 'paper'));--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_thrown_out" CHECK ("temperature_readings"."thrown_out" >= 0);--> statement-breakpoint
ALTER TABLE "temperature_readings" ADD CONSTRAINT "temperature_readings_value" CHECK ("temperature_readings"."tenths" is not null or "temperature_readings"."kind" in ('chill_start', 'receipt', 'cleaning', 'sanitising') or "temperature_readings"."is_withdrawn" or "temperature_readings"."is_not_needed");
--> statement-breakpoint
CREATE TRIGGER food_handlers_append_only BEFORE UPDATE OR DELETE ON "food_handlers"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- With what was done about a failure goes how much was thrown out, once.
CREATE OR REPLACE FUNCTION keep_temperature_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  answer CONSTANT text[] := '{action,action_at,action_staff_id,action_staff_name,thrown_out}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF current_setting('mealrun.purging', true) = 'temperature_readings' THEN RETURN OLD; END IF;
  ELSIF OLD.action IS NULL AND NEW.action IS NOT NULL AND OLD.pass = false
    AND to_jsonb(NEW) - answer = to_jsonb(OLD) - answer THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "recipe_list" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TABLE "food_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "food_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL
);
--> statement-breakpoint
-- Every address of the person with this one, in small letters: that of whoever they were merged into first.
CREATE FUNCTION customer_emails(email text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT kept.email UNION ALL
    (SELECT m.from_email FROM customer_merges m WHERE m.into_email = kept.email ORDER BY m.from_email))
  FROM (SELECT coalesce(
    (SELECT m.into_email FROM customer_merges m WHERE m.from_email = lower($1)), lower($1)) AS email) kept
$$;
--> statement-breakpoint
-- Whoever writes what the verdicts on an order's food follow from marks the order: `followFood` looks through it again.
CREATE FUNCTION mark_food_of(changed integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO food_marks (order_id)
  SELECT o.id FROM orders o
  WHERE o.id = ANY (changed) AND (
    btrim(o.special_instructions) <> ''
    OR EXISTS (SELECT FROM people p WHERE p.order_id = o.id
      AND (cardinality(p.allergens) + cardinality(p.avoid) > 0 OR p.note <> ''))
    OR EXISTS (SELECT FROM order_items i JOIN deliveries d ON d.id = i.delivery_id
      WHERE i.order_id = o.id AND i.meal_date > coalesce(d.made_on, d.date))
    OR EXISTS (SELECT FROM food_matters m WHERE m.order_id = o.id AND m.settled_at IS NULL)
    OR EXISTS (SELECT FROM food_matters m JOIN orders r ON r.id = m.order_id
      WHERE m.kind = 'reaction' AND m.settled_at IS NULL AND lower(r.email) = ANY (customer_emails(o.email)))
    OR EXISTS (SELECT FROM orders r JOIN people p ON p.order_id = r.id
      WHERE lower(r.email) = ANY (customer_emails(o.email)) AND r.email <> '' AND r.id < o.id
        AND cardinality(p.allergens) + cardinality(p.avoid) > 0))
$$;
--> statement-breakpoint
CREATE FUNCTION mark_food() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of(array(SELECT DISTINCT order_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_food_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of(array[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_food_of_meal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of(array(SELECT DISTINCT i.order_id FROM order_items i JOIN deliveries d ON d.id = i.delivery_id
    WHERE i.meal_id = NEW.meal_id AND d.status IN ('planned', 'cooked', 'packed', 'out')));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_all_food() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of(array(SELECT DISTINCT d.order_id FROM deliveries d
    WHERE d.status IN ('planned', 'cooked', 'packed', 'out')));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_mark_food_insert AFTER INSERT ON "order_items"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER order_items_mark_food_update AFTER UPDATE ON "order_items"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER order_items_mark_food_delete AFTER DELETE ON "order_items"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER people_mark_food_update AFTER UPDATE ON "people"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER people_mark_food_delete AFTER DELETE ON "people"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER deliveries_mark_food_update AFTER UPDATE ON "deliveries"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_food();
--> statement-breakpoint
CREATE TRIGGER orders_mark_food AFTER UPDATE OF "special_instructions", "food_answers", "status" ON "orders"
FOR EACH ROW WHEN ((OLD.special_instructions, OLD.food_answers, OLD.status) IS DISTINCT FROM (NEW.special_instructions, NEW.food_answers, NEW.status))
EXECUTE FUNCTION mark_food_of_order();
--> statement-breakpoint
CREATE TRIGGER meal_versions_mark_food AFTER INSERT ON "meal_versions" FOR EACH ROW EXECUTE FUNCTION mark_food_of_meal();
--> statement-breakpoint
CREATE TRIGGER settings_mark_food AFTER UPDATE ON "settings"
FOR EACH ROW WHEN (NEW.key = 'business' AND OLD.value -> 'keepsFreshDays' IS DISTINCT FROM NEW.value -> 'keepsFreshDays')
EXECUTE FUNCTION mark_all_food();
--> statement-breakpoint
-- What is on hold at the upgrade has its matters before the first minute is over.
SELECT mark_food_of(array(SELECT "id" FROM "orders" WHERE "status" <> 'cancelled'));
--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_override" CHECK ("order_items"."override" is null or (coalesce("order_items"."override" ->> 'reason', '') <> ''
        and coalesce("order_items"."override" ->> 'staffEmail', '') <> ''
        and jsonb_array_length("order_items"."override" -> 'allergens') > 0));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "food_matters" ADD COLUMN "customer_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'food_on_hold', 'delivery_corrected'));
--> statement-breakpoint
ALTER TABLE "food_matters" DROP CONSTRAINT "food_matters_kind";--> statement-breakpoint
ALTER TABLE "food_matters" DROP CONSTRAINT "food_matters_settled_how";--> statement-breakpoint
ALTER TABLE "food_matters" ADD CONSTRAINT "food_matters_kind" CHECK ("food_matters"."kind" in ('given_held', 'reaction', 'left_held', 'left_unchecked', 'short', 'told', 'clash', 'undeclared', 'will_not_keep', 'question', 'diet'));--> statement-breakpoint
ALTER TABLE "food_matters" ADD CONSTRAINT "food_matters_settled_how" CHECK ("food_matters"."settled_how" in ('not_eaten', 'eaten_well', 'reaction', 'coming_back', 'checked', 'told', 'left_out', 'not_the_food', 'no_answer', 'swap', 'refund', 'spoken', 'taken_back', 'put_right', 'order_changed'));
--> statement-breakpoint
CREATE FUNCTION mark_food_of_customer(email text) RETURNS void LANGUAGE sql AS $$
  SELECT mark_food_of(array(SELECT DISTINCT d.order_id FROM deliveries d JOIN orders o ON o.id = d.order_id
    WHERE lower(o.email) = ANY (customer_emails($1)) AND d.status IN ('planned', 'cooked', 'packed', 'out')))
$$;
--> statement-breakpoint
-- A reaction holds what is ahead in every order of that customer, until it is settled.
CREATE FUNCTION mark_food_of_reaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of_customer(o.email) FROM orders o WHERE o.id = NEW.order_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER food_matters_mark_food AFTER INSERT OR UPDATE OF "settled_at" ON "food_matters"
FOR EACH ROW WHEN (NEW.kind = 'reaction') EXECUTE FUNCTION mark_food_of_reaction();
--> statement-breakpoint
CREATE FUNCTION mark_food_of_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_food_of_customer(NEW.into_email);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER customer_merges_mark_food AFTER INSERT OR UPDATE ON "customer_merges"
FOR EACH ROW EXECUTE FUNCTION mark_food_of_merged();
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "food_matters" DROP CONSTRAINT "food_matters_kind";--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "food_before" jsonb;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "is_thrown_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'meals_at_odds', 'order_confirmation', 'order_changed', 'order_cancelled', 'order_delivered', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_refunded', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'meal_refunded', 'food_on_hold', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "food_matters" ADD CONSTRAINT "food_matters_kind" CHECK ("food_matters"."kind" in ('given_held', 'reaction', 'left_held', 'left_unchecked', 'short', 'told', 'thrown_out', 'clash', 'undeclared', 'will_not_keep', 'question', 'diet'));
--> statement-breakpoint
ALTER TABLE "supplier_packs" ADD COLUMN "is_label_read" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "may_contain" text[];
--> statement-breakpoint
ALTER TABLE "pack_checks" ADD COLUMN "change_id" uuid;
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "fee_date" date;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "presents" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
-- What was given back beyond what an order costs less was a present: of the meals it names, up to their price, and the
-- rest of the order. One that failed was promised, too; if it was sent again, the later one counts.
DO $$
DECLARE refund record; gift integer; here integer; listed jsonb; item record;
BEGIN
  FOR refund IN
    WITH promised AS (SELECT * FROM refunds WHERE state <> 'failed' OR handled_note IS DISTINCT FROM 'Sent again')
    SELECT r.*, least(
      (SELECT sum(amount_cents) FROM promised b WHERE b.order_id = o.id),
      o.total_cents - (SELECT sum(amount_cents) FROM payments p WHERE p.order_id = o.id)
        + (SELECT sum(amount_cents) FROM promised b WHERE b.order_id = o.id)
    ) - coalesce((SELECT sum(amount_cents) FROM promised later
      WHERE later.order_id = o.id AND later.id > r.id), 0) AS gift
    FROM promised r JOIN orders o ON o.id = r.order_id
    WHERE o.status <> 'cancelled'
  LOOP
    gift := least(refund.gift, refund.amount_cents);
    CONTINUE WHEN gift <= 0;
    listed := '[]';
    FOR item IN SELECT id, price_cents FROM order_items WHERE order_id = refund.order_id
      AND coalesce(refund.item_ids, '[]') @> to_jsonb(id) ORDER BY id
    LOOP
      here := least(gift, item.price_cents);
      CONTINUE WHEN here = 0;
      listed := listed || jsonb_build_object('part', 'i' || item.id, 'cents', here);
      gift := gift - here;
    END LOOP;
    IF gift > 0 THEN listed := listed || jsonb_build_object('part', 'order', 'cents', gift); END IF;
    UPDATE refunds SET presents = listed WHERE id = refund.id;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mailbox" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "street_key" text;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "mailbox" text;--> statement-breakpoint
CREATE INDEX "orders_mailbox" ON "orders" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "orders_street" ON "orders" USING btree ("street_key");--> statement-breakpoint
CREATE INDEX "orders_to_refill" ON "orders" USING btree ("id") WHERE "orders"."search_text" not like '§2%';
--> statement-breakpoint
ALTER TABLE "slot_bells" DROP CONSTRAINT "slot_bells_held_until";--> statement-breakpoint
ALTER TABLE "slot_bells" DROP CONSTRAINT "slot_bells_checkout";--> statement-breakpoint
ALTER TABLE "slot_bells" DROP CONSTRAINT "slot_bells_state";--> statement-breakpoint
ALTER TABLE "slot_bells" DROP CONSTRAINT "slot_bells_checkout_id_checkouts_id_fk";
--> statement-breakpoint
DROP INDEX "slot_bells_checkout_id";--> statement-breakpoint
DROP INDEX "slot_bells_one_each";--> statement-breakpoint
ALTER TABLE "slot_bells" ALTER COLUMN "state" SET DEFAULT 'asked';--> statement-breakpoint
CREATE INDEX "slot_bells_mailbox" ON "slot_bells" USING btree ("mailbox");--> statement-breakpoint
CREATE UNIQUE INDEX "slot_bells_one_each" ON "slot_bells" USING btree ("slot_id","mailbox") WHERE "slot_bells"."state" in ('asked', 'confirmed');--> statement-breakpoint
ALTER TABLE "slot_bells" DROP COLUMN "held_until";--> statement-breakpoint
ALTER TABLE "slot_bells" DROP COLUMN "checkout_id";--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_state" CHECK ("slot_bells"."state" in ('asked', 'confirmed', 'told', 'used', 'over'));
--> statement-breakpoint
ALTER TABLE "slot_bells" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "slot_bells" ADD CONSTRAINT "slot_bells_told_at" CHECK ("slot_bells"."state" <> 'told' or "slot_bells"."told_at" is not null);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"slot_id" integer,
	"meal_day_id" integer,
	"amount" integer NOT NULL,
	"network" text,
	"mailbox" text,
	"phone" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holds_one_place" UNIQUE("owner_id","slot_id"),
	CONSTRAINT "holds_one_day" UNIQUE("owner_id","meal_day_id"),
	CONSTRAINT "holds_kind" CHECK ("holds"."kind" in ('checkout', 'change', 'phone')),
	CONSTRAINT "holds_of_one" CHECK (("holds"."slot_id" is null) <> ("holds"."meal_day_id" is null)),
	CONSTRAINT "holds_amount" CHECK ("holds"."amount" > 0 and ("holds"."slot_id" is null or "holds"."amount" = 1))
);
--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_slot_id_delivery_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."delivery_slots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_meal_day_id_meal_days_id_fk" FOREIGN KEY ("meal_day_id") REFERENCES "public"."meal_days"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "holds_slot" ON "holds" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "holds_meal_day" ON "holds" USING btree ("meal_day_id");--> statement-breakpoint
CREATE INDEX "holds_network" ON "holds" USING btree ("network");--> statement-breakpoint
CREATE INDEX "holds_mailbox" ON "holds" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "holds_phone" ON "holds" USING btree ("phone");
--> statement-breakpoint
-- The holds of an open checkout come along. Phone orders, and what holds portions, are of this release alone.
INSERT INTO "holds" ("kind", "owner_id", "slot_id", "amount") SELECT 'checkout', "checkout_id", "slot_id", 1 FROM "slot_holds";
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM "delivery_slots" s
    WHERE s.held <> (SELECT count(*) FROM "holds" h WHERE h.slot_id = s.id)) THEN
    RAISE EXCEPTION 'places held are not the sum of the holds: run npm run doctor -- --ledger before the upgrade';
  END IF;
END $$;
--> statement-breakpoint
DROP TABLE "slot_holds" CASCADE;
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "is_time_known" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Kinds that told the same became one. What still waits names its rows from now on; that all of an order was delivered
-- is told by each delivery.
UPDATE "messages" SET "state" = 'withdrawn', "last_error" = 'It was overtaken by what happened since.'
  WHERE "kind" = 'order_delivered' AND "state" = 'waiting';
--> statement-breakpoint
UPDATE "messages" m SET "facts" = jsonb_build_object(
    'fields', jsonb_build_object('what', 'Your order ' || o."number"),
    'refundIds', coalesce((SELECT jsonb_agg(r."id") FROM "refunds" r WHERE r."order_id" = o."id"), '[]'))
  FROM "orders" o WHERE o."id" = m."order_id" AND m."kind" = 'order_cancelled' AND m."mail" IS NULL;
--> statement-breakpoint
UPDATE "messages" SET
    "kind" = renamed."now",
    "dedupe_key" = renamed."now" || renamed."about" || substr("dedupe_key", length("kind") + 2)
  FROM (VALUES ('order_cancelled', 'cancelled', ':order '),
    ('order_delivered', 'delivery_delivered', ':order ')) AS renamed ("was", "now", "about")
  WHERE "kind" = renamed."was";
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'meals_at_odds', 'order_confirmation', 'order_changed', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_link', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'cancelled', 'refund_made', 'meal_ask', 'meal_swapped', 'food_on_hold', 'delivery_corrected'));
--> statement-breakpoint
CREATE TABLE "document_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "document_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"is_past" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"no" integer NOT NULL,
	"kind" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"is_reissued" boolean NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"total_cents" integer NOT NULL,
	"gst_cents" integer NOT NULL,
	"before_cents" integer NOT NULL,
	"relates_to" integer,
	"reason" text NOT NULL,
	CONSTRAINT "documents_no" UNIQUE("order_id","no"),
	CONSTRAINT "documents_kind" CHECK ("documents"."kind" in ('receipt', 'tax_invoice', 'adjustment_note', 'refund_note'))
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_marks_order" ON "document_marks" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "documents_issued" ON "documents" USING btree ("issued_at");
--> statement-breakpoint
-- A paper stays as it was issued; erasing a customer takes the buyer off it.
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'buyer' = to_jsonb(OLD) - 'buyer' AND NEW.buyer ->> 0 LIKE 'Erased %' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% only takes new rows', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON "documents"
FOR EACH ROW EXECUTE FUNCTION keep_document();
--> statement-breakpoint
-- Whoever changes what an order costs marks it: its papers follow.
CREATE FUNCTION mark_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_marks (order_id) SELECT DISTINCT order_id FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION mark_documents_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO document_marks (order_id) VALUES ((to_jsonb(NEW) ->> TG_ARGV[0])::int);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_items_mark_documents_insert AFTER INSERT ON "order_items"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents();
--> statement-breakpoint
CREATE TRIGGER payments_mark_documents AFTER INSERT ON "payments" FOR EACH ROW
EXECUTE FUNCTION mark_documents_of_row('order_id');
--> statement-breakpoint
CREATE TRIGGER order_items_mark_documents_delete AFTER DELETE ON "order_items"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_documents();
--> statement-breakpoint
CREATE TRIGGER order_items_mark_documents_update AFTER UPDATE ON "order_items" FOR EACH ROW
WHEN (OLD.price_cents <> NEW.price_cents OR OLD.fee_date IS DISTINCT FROM NEW.fee_date)
EXECUTE FUNCTION mark_documents_of_row('order_id');
--> statement-breakpoint
CREATE TRIGGER deliveries_mark_documents AFTER UPDATE ON "deliveries" FOR EACH ROW
WHEN (OLD.status <> NEW.status AND 'cancelled' IN (OLD.status, NEW.status))
EXECUTE FUNCTION mark_documents_of_row('order_id');
--> statement-breakpoint
CREATE TRIGGER orders_mark_documents AFTER UPDATE ON "orders" FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.total_cents <> NEW.total_cents OR OLD.tax_cents <> NEW.tax_cents)
EXECUTE FUNCTION mark_documents_of_row('id');
--> statement-breakpoint
CREATE TRIGGER refunds_mark_documents_insert AFTER INSERT ON "refunds" FOR EACH ROW
EXECUTE FUNCTION mark_documents_of_row('order_id');
--> statement-breakpoint
CREATE TRIGGER refunds_mark_documents_update AFTER UPDATE ON "refunds" FOR EACH ROW
WHEN (OLD.presents <> NEW.presents OR OLD.state <> NEW.state)
EXECUTE FUNCTION mark_documents_of_row('order_id');
--> statement-breakpoint
INSERT INTO "document_marks" ("order_id", "is_past") SELECT "id", true FROM "orders" ORDER BY "id";
--> statement-breakpoint
ALTER TABLE "delivery_events" ADD COLUMN "corrects" integer;--> statement-breakpoint
ALTER TABLE "delivery_events" ADD CONSTRAINT "delivery_events_corrects_delivery_events_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."delivery_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_events_corrects" ON "delivery_events" USING btree ("corrects") WHERE "delivery_events"."corrects" is not null;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "has_old_calendar" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Calendar files of 0.1.0 named an event by its day, so a move left the old one standing.
UPDATE "orders" SET "has_old_calendar" = true
  WHERE EXISTS (SELECT FROM "deliveries" d WHERE d."order_id" = "orders"."id" AND d."date" >= current_date);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_state";--> statement-breakpoint
DROP INDEX "checkouts_live_cart";--> statement-breakpoint
DROP INDEX "checkouts_to_purge";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "on_payment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "approved_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "checkouts_to_capture" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."state" = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_live_cart" ON "checkouts" USING btree ("cart_key") WHERE "checkouts"."state" in ('open', 'expiring', 'approved', 'paid');--> statement-breakpoint
CREATE INDEX "checkouts_to_purge" ON "checkouts" USING btree ("hold_until") WHERE "checkouts"."state" in ('expired', 'replaced', 'displaced') and "checkouts"."purged_at" is null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'meals_at_odds', 'not_ordered', 'order_confirmation', 'order_changed', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_link', 'payment_fell_through', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'cancelled', 'refund_made', 'meal_ask', 'meal_swapped', 'food_on_hold', 'delivery_corrected'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_state" CHECK ("checkouts"."state" in ('open', 'expiring', 'expired', 'replaced', 'displaced', 'approved', 'paid', 'fell_through'));

--> statement-breakpoint
-- Money beats an unpaid hold: no share of a window has to be kept for it.
UPDATE "settings" SET "value" = "value" - 'unpaidHoldSharePercent' WHERE "key" = 'business';
--> statement-breakpoint
CREATE TABLE "gone_items" (
	"id" integer PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"meal_name" text NOT NULL,
	"delivery_date" date NOT NULL,
	"fee_date" date NOT NULL,
	"price_cents" integer NOT NULL,
	"gone_by" text NOT NULL,
	"gone_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gone_items_gone_by" CHECK ("gone_items"."gone_by" in ('customer', 'kitchen')),
	CONSTRAINT "gone_items_price" CHECK ("gone_items"."price_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "kept" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "gone_items" ADD CONSTRAINT "gone_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gone_items_order" ON "gone_items" USING btree ("order_id");
--> statement-breakpoint
-- Fees and offers of 0.1.0 say at which rate an order was sold; the settings, at which rate it would have been otherwise.
UPDATE "orders" o SET "terms" = jsonb_build_object(
    'dailyFeeCents', coalesce(CASE o."delivery_type" WHEN 'daily' THEN (o."fees" -> 0 ->> 'unitCents')::int END,
      (now_facts."value" ->> 'dailyFeeCents')::int, 299),
    'weeklyFeeCents', coalesce(CASE o."delivery_type" WHEN 'weekly' THEN (o."fees" -> 0 ->> 'unitCents')::int END,
      (now_facts."value" ->> 'weeklyFeeCents')::int, 599),
    'freeDeliveryFromMeals', CASE
      WHEN o."offers" @> '[{"code": "free_delivery_from_meals"}]'
        THEN least((now_facts."value" ->> 'freeDeliveryFromMeals')::int, items."sold")
      WHEN items."sold" < (now_facts."value" ->> 'freeDeliveryFromMeals')::int
        THEN (now_facts."value" ->> 'freeDeliveryFromMeals')::int
    END,
    'firstOrderFree', o."offers" @> '[{"code": "waitlist_first_order"}]',
    'taxCents', o."tax_cents")
  FROM (SELECT count(*)::int AS "sold", "order_id" FROM "order_items" WHERE "price_cents" > 0 GROUP BY "order_id") items
  LEFT JOIN "settings" now_facts ON now_facts."key" = 'business'
  WHERE items."order_id" = o."id";
--> statement-breakpoint
-- Of an order whose items are all gone nothing is priced any more.
UPDATE "orders" SET "terms" = '{"dailyFeeCents": 299, "weeklyFeeCents": 599, "freeDeliveryFromMeals": null, "firstOrderFree": false, "taxCents": 0}'
  WHERE "terms" IS NULL;
--> statement-breakpoint
-- Cancelled without a refund: staff kept its money on purpose.
UPDATE "orders" o SET "kept" = jsonb_build_array(
    jsonb_build_object('id', 1, 'cents', paid."cents", 'reason', 'Cancelled without a refund',
      'itemIds', (SELECT jsonb_agg(i."id") FROM "order_items" i WHERE i."order_id" = o."id")))
  FROM (SELECT p."order_id", sum(p."amount_cents") - coalesce((SELECT sum(d."amount_cents") FROM "disputes" d
      WHERE d."order_id" = p."order_id" AND d."status" = 'lost'), 0) AS "cents" FROM "payments" p GROUP BY p."order_id") paid
  WHERE paid."order_id" = o."id" AND paid."cents" > 0 AND o."status" = 'cancelled'
    AND NOT EXISTS (SELECT FROM "refunds" r WHERE r."order_id" = o."id");
--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "terms" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "fees";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "offers";
--> statement-breakpoint
-- A closed day is a closure of one day, also in what was saved before.
CREATE FUNCTION closures_of(facts jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT (facts - 'closedDates') || jsonb_build_object('closures', coalesce(
    (SELECT jsonb_agg(jsonb_build_object('from', day -> 'date', 'until', day -> 'date', 'reason', day -> 'reason') ORDER BY place)
      FROM jsonb_array_elements(facts -> 'closedDates') WITH ORDINALITY AS days (day, place)), '[]'))
$$;
--> statement-breakpoint
UPDATE "settings" SET "value" = closures_of("value")
  WHERE "key" = 'business' AND jsonb_typeof("value" -> 'closedDates') = 'array';
--> statement-breakpoint
UPDATE "settings_versions" SET "facts" = closures_of("facts") WHERE jsonb_typeof("facts" -> 'closedDates') = 'array';
--> statement-breakpoint
DROP FUNCTION closures_of(jsonb);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "changeable_until" timestamp with time zone;
--> statement-breakpoint
-- The cut-off of each delivery's week by the settings under which it was sold: 0.1.0 keeps no earlier ones. What it could
-- not have read counts as its defaults.
WITH stored AS (
  SELECT coalesce((SELECT "value" FROM "settings" WHERE "key" = 'business'), '{}') AS facts
), week AS (
  SELECT
    CASE WHEN facts #>> '{cutoff,weekday}' ~ '^[0-6]$' THEN (facts #>> '{cutoff,weekday}')::int ELSE 0 END AS cutoff_day,
    CASE WHEN facts #>> '{cutoff,minuteOfDay}' ~ '^\d{1,4}$' THEN (facts #>> '{cutoff,minuteOfDay}')::int
      ELSE 1020 END AS cutoff_minute,
    CASE WHEN facts ->> 'orderWeekStart' ~ '^[0-6]$' THEN (facts ->> 'orderWeekStart')::int ELSE 2 END AS first_day,
    coalesce((SELECT name FROM pg_timezone_names WHERE name = facts ->> 'timeZone'), 'Australia/Brisbane') AS zone
  FROM stored
), of_week AS (
  SELECT d."id", d."date" - (extract(dow FROM d."date")::int - first_day + 7) % 7 AS starts
  FROM "deliveries" d, week
)
UPDATE "deliveries" d SET "changeable_until" =
  (starts - (extract(dow FROM starts)::int - cutoff_day + 7) % 7 + make_interval(mins => cutoff_minute))
    AT TIME ZONE zone
  FROM of_week, week WHERE of_week."id" = d."id";
--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "changeable_until" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "news_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('food_alert', 'food_warning', 'meals_at_odds', 'not_ordered', 'order_confirmation', 'order_changed', 'order_payment_due', 'order_payment_received', 'order_recipe_changed', 'order_link', 'payment_fell_through', 'phone_order_cancelled', 'phone_order_expired', 'phone_order_link', 'phone_order_reminder', 'problem_alert', 'problem_decided', 'problem_received', 'rating_request', 'recipe_alert', 'reorder_reminder', 'slot_bell', 'staff_invite', 'supplier_order', 'waitlist_invitation', 'waitlist_news', 'waitlist_welcome', 'webhook_off', 'staff_message', 'delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'cancelled', 'refund_made', 'meal_ask', 'meal_swapped', 'food_on_hold', 'delivery_corrected'));
--> statement-breakpoint
ALTER TABLE "driver_notices" DROP CONSTRAINT "driver_notices_kind";--> statement-breakpoint
ALTER TABLE "driver_notices" ADD CONSTRAINT "driver_notices_kind" CHECK ("driver_notices"."kind" in ('address', 'phone', 'instructions', 'cancelled', 'reopened', 'on_hold'));
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "went_with_order" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- In 0.1.0 a delivery was cancelled with its order alone.
UPDATE "deliveries" SET "went_with_order" = true FROM "orders"
  WHERE "orders"."id" = "deliveries"."order_id" AND "orders"."status" = 'cancelled' AND "deliveries"."status" = 'cancelled';
--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind" CHECK ("ledger_entries"."kind" in ('capture', 'refund', 'refund_failed', 'dispute_taken', 'dispute_returned'));
--> statement-breakpoint
-- What banks took for lost disputes, on the day that we heard last of it.
INSERT INTO "ledger_entries" ("order_id", "payment_intent_id", "kind", "amount_cents", "gateway_id", "created_at")
SELECT "order_id", "payment_intent_id", 'dispute_taken', -"amount_cents", "id" || ':1', "updated_at"
FROM "disputes" WHERE "status" = 'lost' AND "order_id" IS NOT NULL AND "payment_intent_id" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "today_waits" (
	"key" text PRIMARY KEY NOT NULL,
	"facts_hash" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"note" varchar(200) NOT NULL,
	"staff_id" uuid NOT NULL,
	"order_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "today_waits" ADD CONSTRAINT "today_waits_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE "week_close_notes" (
	"week_start" date NOT NULL,
	"row" text NOT NULL,
	"stays" boolean NOT NULL,
	"staff_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "week_close_notes_week_start_row_pk" PRIMARY KEY("week_start","row"),
	CONSTRAINT "week_close_notes_row" CHECK ("week_close_notes"."row" in ('suppliers', 'printouts', 'drivers', 'next_week'))
);
--> statement-breakpoint
ALTER TABLE "week_close_notes" ADD CONSTRAINT "week_close_notes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gone_items" ADD COLUMN "is_swapped" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	CONSTRAINT "search_words_word" CHECK (length("search_words"."word") >= 4)
);
--> statement-breakpoint
-- At the end of the transaction and in one sequence: whoever adds the same word waits for this one's last act alone.
-- Orders of before come with their refilled search text.
CREATE FUNCTION gather_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  SELECT DISTINCT word FROM regexp_split_to_table(NEW.search_text, '\s+') AS word
  WHERE length(word) >= 4 AND word !~ '[0-9@]' ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_gather_words AFTER INSERT OR UPDATE OF search_text ON "orders"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gather_search_words();
--> statement-breakpoint
ALTER TABLE "components" DROP CONSTRAINT "components_keeps_days";--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "keeps_because" text;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "hands_minutes" integer;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "rest_minutes" integer;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "cook_minutes" integer;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "chill_minutes" integer;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "core_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "components" ADD COLUMN "equipment_name" varchar(40) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD COLUMN "hands_minutes" integer;--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD COLUMN "rest_minutes" integer;--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD COLUMN "cook_minutes" integer;--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD COLUMN "chill_minutes" integer;--> statement-breakpoint
ALTER TABLE "components" ADD CONSTRAINT "components_keeps_because" CHECK ("components"."keeps_because" in ('acid', 'dry', 'sugar_salt'));--> statement-breakpoint
ALTER TABLE "components" ADD CONSTRAINT "components_keeps_longer" CHECK ("components"."keeps_days" <= 5 or "components"."keeps_because" is not null);--> statement-breakpoint
ALTER TABLE "components" ADD CONSTRAINT "components_minutes" CHECK (least("components"."hands_minutes", "components"."rest_minutes", "components"."cook_minutes", "components"."chill_minutes") >= 0 and greatest("components"."hands_minutes", "components"."rest_minutes", "components"."cook_minutes", "components"."chill_minutes") <= 1440);--> statement-breakpoint
ALTER TABLE "components" ADD CONSTRAINT "components_keeps_days" CHECK ("components"."keeps_days" between 0 and 14);--> statement-breakpoint
ALTER TABLE "meal_recipes" ADD CONSTRAINT "meal_recipes_minutes" CHECK (least("meal_recipes"."hands_minutes", "meal_recipes"."rest_minutes", "meal_recipes"."cook_minutes", "meal_recipes"."chill_minutes") >= 0 and greatest("meal_recipes"."hands_minutes", "meal_recipes"."rest_minutes", "meal_recipes"."cook_minutes", "meal_recipes"."chill_minutes") <= 1440);
--> statement-breakpoint
CREATE TABLE "bench_words" (
	"key" uuid PRIMARY KEY NOT NULL,
	"word" jsonb NOT NULL,
	"answer" jsonb,
	"pot_id" text,
	"about" uuid,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid NOT NULL,
	"staff_name" text NOT NULL,
	"device_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cooked_weights" (
	"key" uuid PRIMARY KEY NOT NULL,
	"meal_id" integer NOT NULL,
	"line_id" text NOT NULL,
	"date" date NOT NULL,
	"raw_qty" integer NOT NULL,
	"cooked_qty" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "cooked_weights_qty" CHECK (least("cooked_weights"."raw_qty", "cooked_weights"."cooked_qty") > 0)
);
--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "pot" integer;--> statement-breakpoint
ALTER TABLE "cooked_weights" ADD CONSTRAINT "cooked_weights_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bench_words_pot" ON "bench_words" USING btree ("pot_id");--> statement-breakpoint
CREATE INDEX "bench_words_about" ON "bench_words" USING btree ("about");--> statement-breakpoint
CREATE INDEX "cooked_weights_line" ON "cooked_weights" USING btree ("meal_id","line_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_pot" ON "batches" USING btree ("component_id","cook_date","pot") WHERE "batches"."state" = 'done';
--> statement-breakpoint
ALTER TABLE "food_matters" DROP CONSTRAINT "food_matters_kind";--> statement-breakpoint
ALTER TABLE "food_matters" ADD CONSTRAINT "food_matters_kind" CHECK ("food_matters"."kind" in ('given_held', 'reaction', 'left_held', 'left_unchecked', 'short', 'told', 'needs_fewer', 'thrown_out', 'clash', 'undeclared', 'will_not_keep', 'question', 'diet'));
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_qty";--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_movements_kind";--> statement-breakpoint
ALTER TABLE "suppliers" DROP CONSTRAINT "suppliers_delivery_weekdays";--> statement-breakpoint
DROP INDEX "goods_lots_key";--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "shopping_order_id" integer;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "keeps_until" date;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "cost_cents" integer;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD COLUMN "line" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "planned_for" date;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "order_by" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "arrives_by_minute" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "state" text DEFAULT 'sent' NOT NULL;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "open_lines" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "received_by" text;--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD COLUMN "received_key" uuid;--> statement-breakpoint
ALTER TABLE "ingredients" ADD COLUMN "stock_rule" text;--> statement-breakpoint
ALTER TABLE "ingredients" ADD COLUMN "stock_counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ingredients" ADD COLUMN "reserve_qty" integer;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "rounds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "arrives_by_minute" integer DEFAULT 420 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "min_order_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "delivery_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_shopping_order_id_shopping_orders_id_fk" FOREIGN KEY ("shopping_order_id") REFERENCES "public"."shopping_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_planned_for" ON "stock_movements" USING btree ("planned_for");--> statement-breakpoint
CREATE UNIQUE INDEX "goods_lots_key" ON "goods_lots" USING btree ("key","line");--> statement-breakpoint
ALTER TABLE "goods_lots" ADD CONSTRAINT "goods_lots_cost" CHECK ("goods_lots"."cost_cents" >= 0);--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_qty" CHECK (("stock_movements"."qty" = 0) = ("stock_movements"."kind" = 'short'));--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_kind" CHECK ("stock_movements"."kind" in ('received', 'used', 'wasted', 'counted', 'returned', 'short'));--> statement-breakpoint
ALTER TABLE "shopping_orders" ADD CONSTRAINT "shopping_orders_state" CHECK ("shopping_orders"."state" in ('sent', 'part', 'received', 'not_coming'));--> statement-breakpoint
ALTER TABLE "ingredients" ADD CONSTRAINT "ingredients_stock_rule" CHECK ("ingredients"."stock_rule" in ('day', 'store', 'none'));--> statement-breakpoint
ALTER TABLE "ingredients" ADD CONSTRAINT "ingredients_reserve_qty" CHECK ("ingredients"."reserve_qty" >= 0);--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_arrives_by" CHECK ("suppliers"."arrives_by_minute" between 0 and 1439);--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_cents" CHECK (least("suppliers"."min_order_cents", "suppliers"."delivery_cents") >= 0);
--> statement-breakpoint
ALTER TABLE "ingredients" DROP COLUMN "stock_kept";--> statement-breakpoint
ALTER TABLE "suppliers" DROP COLUMN "delivery_weekdays";
--> statement-breakpoint
-- What has become of an order may change, and nothing else of it.
DROP TRIGGER shopping_orders_append_only ON "shopping_orders";
--> statement-breakpoint
CREATE TRIGGER shopping_orders_append_only BEFORE DELETE OR UPDATE OF
  "supplier_id", "arrives", "number", "from_date", "to_date", "lines", "way", "note", "by", "sent_at", "order_by", "arrives_by_minute"
ON "shopping_orders" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE "recipe_lines" ADD COLUMN "prep" varchar(60) DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "ingredients" ADD COLUMN "figures_vouched_by" text;
--> statement-breakpoint
CREATE TABLE "connections" (
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"state" text NOT NULL,
	"sealed" text NOT NULL,
	"shown" jsonb NOT NULL,
	"version" integer NOT NULL,
	"proof" jsonb,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connections_kind_account_pk" PRIMARY KEY("kind","account"),
	CONSTRAINT "connections_kind" CHECK ("connections"."kind" in ('cards', 'mail', 'sms', 'copies')),
	CONSTRAINT "connections_state" CHECK ("connections"."state" in ('current', 'kept'))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gateway_account" text DEFAULT 'env' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_current" ON "connections" USING btree ("kind") WHERE "connections"."state" = 'current';
--> statement-breakpoint
CREATE TRIGGER connections_changed AFTER INSERT OR UPDATE OR DELETE ON "connections"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TABLE "texts" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"ours" jsonb,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "texts_key" PRIMARY KEY("key","version"),
	CONSTRAINT "texts_version" CHECK ("texts"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "terms_version" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER texts_append_only BEFORE UPDATE OR DELETE ON "texts"
FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER texts_tell_site AFTER INSERT ON "texts"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
--> statement-breakpoint
CREATE TABLE "bulk_acts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"ids" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "bulk_acts_kind" CHECK ("bulk_acts"."kind" in ('remove_samples', 'import_meals', 'import_contacts'))
);
--> statement-breakpoint
ALTER TABLE "meals" ADD COLUMN "origin" text;--> statement-breakpoint
CREATE INDEX "bulk_acts_newest" ON "bulk_acts" USING btree ("kind","at");
--> statement-breakpoint
CREATE TABLE "picture_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "picture_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"meal_id" integer NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"image_url" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "picture_requests_state" CHECK ("picture_requests"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD COLUMN "has_offer" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "picture_requests" ADD CONSTRAINT "picture_requests_meal_id_meals_id_fk" FOREIGN KEY ("meal_id") REFERENCES "public"."meals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_files_age" ON "import_files" USING btree ("created_at");
--> statement-breakpoint
CREATE TRIGGER picture_requests_tell_of_work AFTER INSERT ON "picture_requests"
FOR EACH ROW EXECUTE FUNCTION tell_of_work('pictures');
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preview_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"most_orders" integer NOT NULL,
	"removed_at" timestamp with time zone,
	"made_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "preview_links_token_hash" UNIQUE("token_hash"),
	CONSTRAINT "preview_links_most_orders" CHECK ("preview_links"."most_orders" > 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "preview_link_id" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_preview_link_id_preview_links_id_fk" FOREIGN KEY ("preview_link_id") REFERENCES "public"."preview_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_of_preview" ON "checkouts" USING btree ("preview_link_id") WHERE "checkouts"."preview_link_id" is not null;
--> statement-breakpoint
ALTER TABLE "bulk_acts" DROP CONSTRAINT "bulk_acts_kind";--> statement-breakpoint
ALTER TABLE "bulk_acts" ADD CONSTRAINT "bulk_acts_kind" CHECK ("bulk_acts"."kind" in ('remove_samples', 'import_meals', 'import_recipes', 'import_contacts'));
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_order_id_orders_id_fk";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_delivery_id_deliveries_id_fk";
--> statement-breakpoint
ALTER TABLE "waitlist_entries" DROP CONSTRAINT "waitlist_entries_first_order_checkout_id_checkouts_id_fk";
--> statement-breakpoint
ALTER TABLE "waitlist_waves" ADD COLUMN "preview_link_id" integer;--> statement-breakpoint
ALTER TABLE "waitlist_waves" ADD CONSTRAINT "waitlist_waves_preview_link_id_preview_links_id_fk" FOREIGN KEY ("preview_link_id") REFERENCES "public"."preview_links"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_test" ON "payments" USING btree ("order_id") WHERE not "payments"."livemode";
--> statement-breakpoint
ALTER TABLE "printed_documents" ADD COLUMN "work" jsonb;
