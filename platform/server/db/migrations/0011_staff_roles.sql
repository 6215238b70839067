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
