CREATE TABLE "settings_versions" (
	"version" integer PRIMARY KEY NOT NULL,
	"facts" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_versions_version" CHECK ("settings_versions"."version" > 0)
);
