ALTER TABLE "deliveries" ADD COLUMN "made_on" date;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "settled_at" timestamp with time zone;