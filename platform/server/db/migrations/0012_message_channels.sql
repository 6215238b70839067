CREATE TABLE "message_texts" (
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text,
	"text" text,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_texts_key" PRIMARY KEY("kind","channel"),
	CONSTRAINT "message_texts_kind" CHECK ("message_texts"."kind" in ('delivery_out', 'delivery_late', 'delivery_delivered', 'delivery_missed', 'delivery_moved', 'delivery_refunded', 'meal_ask', 'meal_swapped', 'delivery_corrected')),
	CONSTRAINT "message_texts_channel" CHECK ("message_texts"."channel" in ('email', 'text')),
	CONSTRAINT "message_texts_subject" CHECK (("message_texts"."subject" is not null) = ("message_texts"."channel" = 'email' and "message_texts"."text" is not null))
);
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