/** What an area says of a kind of connection: what is entered, how it is tried, what a page says of it. */
import type { z } from 'zod';
import type { ConnectionKindName } from '#platform/rules/connections.ts';
import type { Context } from '#platform/server/context.ts';
import type { Proof, ShownFacts } from '#platform/server/db/tables/connections.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { OpenedConnection, Values } from './opened-connections.ts';

/** What passed, to be stored. */
export type Tried = {
  /** Whose it is over there. */
  account: string;
  values: Values;
  shown: ShownFacts;
  proof: Proof | null;
  /** A sentence each: what storing it does. */
  says: readonly string[];
  /** Takes back what was made over there, when it is not stored after all. */
  undo?: () => Promise<void>;
};

export type Trying = {
  given: Values;
  /** In force until now; null: none. */
  before: OpenedConnection | null;
  staff: StaffMember;
  /** Nothing is to be made over there. */
  isDryRun: boolean;
};

export type Checking = {
  /** Null: the environment sets it. */
  connection: OpenedConnection | null;
  staff: StaffMember;
};

export type Described = {
  /** What a page and `npm run doctor` say of it. */
  says: string;
  /** Outside has answered for it as it is. */
  isProved: boolean;
  /** What works, and hurts: a sentence each. */
  advice?: readonly string[];
};

export type ConnectionKind = {
  kind: ConnectionKindName;
  /** What may be entered, and what is wrong with it; its fields are texts. */
  fields: z.ZodType<Values>;
  /** Asks the other side. Throws InvalidRequest or Conflict with its words; then nothing is stored. */
  attempt: (context: Context, trying: Trying) => Promise<Tried>;
  /** Asks again. The new proof; null: it is proved another way. Throws as `attempt`. */
  check: (context: Context, checking: Checking) => Promise<Proof | null>;
  /** For the one in force, or of what the environment sets. */
  describe: (context: Context, connection: OpenedConnection | null) => Promise<Described>;
  /** Once it counts: what hangs on it. */
  afterSaving?: (context: Context, saved: { before: OpenedConnection | null }) => Promise<void>;
  /**
   * For an account that is not in force any more: what still needs it, in a sentence; null: nothing, and it is deleted.
   */
  whyKept?: (context: Context, account: string) => Promise<string | null>;
  /** Before it is deleted here: takes back what we made over there. Its failure does not keep it here. */
  beforeDeleting?: (context: Context, connection: OpenedConnection) => Promise<void>;
};

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    connections?: readonly ConnectionKind[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    connectionKinds: readonly ConnectionKind[];
  }
}
