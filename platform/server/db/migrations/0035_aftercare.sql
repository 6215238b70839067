CREATE TABLE "meal_ratings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "meal_ratings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"meal_id" integer NOT NULL,
	"stars" integer NOT NULL,
	"comment" text NOT NULL,
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
CREATE TRIGGER meal_ratings_tell_site AFTER INSERT OR UPDATE OF "stars" OR DELETE ON "meal_ratings"
FOR EACH STATEMENT EXECUTE FUNCTION tell_site_changed();
