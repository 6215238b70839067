/**
 * JSON Schema made from the official `stripe` package's own types: what Stripe accepts, and what it answers.
 *
 * The only file that uses `typescript/unstable`: TypeScript 7 has no stable API yet. Seen with typescript 7.0.2 and
 * stripe 23.1.0. `stripe-schema.test.ts` shows what we rely on. Why types: `docs/decisions/0013-stripe-types-as-test-data.md`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  API,
  type Checker,
  type LiteralType,
  type Snapshot,
  type Symbol as NamedSymbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync';

export type StripeJsonSchema = { [keyword: string]: unknown };

/** `request`: what a form may contain. `reply`: what a reply must contain. */
export type StripeType = {
  /** `PaymentIntents`: the file with its declaration. */
  resource: string;
  /** `PaymentIntentCreateParams`. */
  name: string;
  kind: 'request' | 'reply';
};

const STRIPE_PACKAGE = path.dirname(fileURLToPath(import.meta.resolve('stripe')));

/** Objects that we request in full where only their id may be sent. */
const EXPANDED = ['Charge'];

const NOTHING = TypeFlags.Undefined | TypeFlags.Void;

/**
 * One schema for each, in the same order. Takes a second or two. Throws when the package does not declare one of them.
 */
export function readStripeSchemas(
  types: readonly StripeType[],
  folder = STRIPE_PACKAGE,
): StripeJsonSchema[] {
  const fileOf = ({ resource }: StripeType) => path.join(folder, 'resources', `${resource}.d.ts`);
  const api = new API({ cwd: folder });
  try {
    using snapshot = api.updateSnapshot({ openFiles: [...new Set(types.map(fileOf))] });
    return types.map((type) => readSchema(snapshot, type, fileOf(type)));
  } finally {
    api.close();
  }
}

function readSchema(snapshot: Snapshot, type: StripeType, file: string): StripeJsonSchema {
  const project = snapshot.getDefaultProjectForFile(file);
  const source = project?.program.getSourceFile(file);
  const module = source && project?.checker.getSymbolAtLocation(source);
  const exported = module && project?.checker.getExportsOfModule(module);
  const symbol = exported?.find(({ name }) => name === type.name);
  if (!project || !symbol) {
    throw new Error(`the stripe package declares no ${type.name} among its ${type.resource}`);
  }
  const writer = new SchemaWriter(project.checker, type.kind);
  const root = writer.refer(project.checker.getDeclaredTypeOfSymbol(symbol));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...root,
    definitions: writer.definitions,
  };
}

class SchemaWriter {
  readonly definitions: Record<string, StripeJsonSchema> = {};
  readonly #checker: Checker;
  readonly #kind: StripeType['kind'];

  constructor(checker: Checker, kind: StripeType['kind']) {
    this.#checker = checker;
    this.#kind = kind;
  }

  /** Objects may contain each other in circles, so each is defined once, under its own name. */
  refer(type: Type): StripeJsonSchema {
    const name = `${type.getSymbol()?.name ?? 'type'}_${type.id}`;
    if (!(name in this.definitions)) {
      this.definitions[name] = {};
      this.definitions[name] = this.#describeObject(type);
    }
    return { $ref: `#/definitions/${name}` };
  }

  #describe(type: Type): StripeJsonSchema {
    const { flags } = type;
    if (flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
    if (flags & TypeFlags.String) return this.#describeText();
    // In forms all numbers are integers; Stripe takes fractions as text.
    if (flags & TypeFlags.Number) return { type: this.#kind === 'request' ? 'integer' : 'number' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & TypeFlags.Literal) return { const: (type as LiteralType).value };
    if (type.isUnionType()) return this.#describeUnion(type.getTypes());
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = this.#checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.#describe(item) : {} };
    }
    if (type.getSymbol()?.name === 'Decimal') return this.#describeText();
    if (flags & TypeFlags.Object) return this.refer(type);
    throw new Error(`no schema for ${this.#checker.typeToString(type)}`);
  }

  /** An empty parameter unsets a value, so it is allowed only where the types say so. */
  #describeText(): StripeJsonSchema {
    return this.#kind === 'request' ? { type: 'string', minLength: 1 } : { type: 'string' };
  }

  #describeUnion(types: readonly Type[]): StripeJsonSchema {
    const given = types.filter((type) => !(type.flags & NOTHING) && !isOpenEnd(type, types));
    const relevant = given.filter((type) => !this.#isUnexpanded(type, given));
    const schemas = relevant
      .filter((type) => !(type.flags & TypeFlags.Literal))
      .map((type) => this.#describe(type));
    const literals = relevant.filter((type) => type.flags & TypeFlags.Literal);
    if (literals.length > 0) {
      schemas.push({ enum: literals.map((type) => (type as LiteralType).value) });
    }
    const [first, ...others] = schemas;
    // A field that is never present.
    if (!first) return { not: {} };
    return others.length === 0 ? first : { anyOf: schemas };
  }

  #isUnexpanded(type: Type, types: readonly Type[]): boolean {
    const mayBeId = this.#kind === 'reply' && types.some((one) => one.flags & TypeFlags.String);
    const isObject = Boolean(type.flags & TypeFlags.Object);
    return mayBeId && isObject && !EXPANDED.includes(type.getSymbol()?.name ?? '');
  }

  #describeObject(type: Type): StripeJsonSchema {
    const fields = this.#checker
      .getPropertiesOfType(type)
      .filter((field) => !field.name.startsWith('__@'));
    const [rest] = this.#checker.getIndexInfosOfType(type);
    // Where a reply may contain any object, the package declares one without fields.
    if (this.#kind === 'reply' && fields.length === 0 && !rest) return { type: 'object' };
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field.name, this.#describeField(field)]),
      ),
      required: fields
        .filter((field) => !(field.flags & SymbolFlags.Optional))
        .map(({ name }) => name),
      additionalProperties: rest ? this.#describe(rest.valueType) : false,
    };
  }

  #describeField(field: NamedSymbol): StripeJsonSchema {
    const type = this.#checker.getTypeOfSymbol(field);
    if (!type) throw new Error(`no type for ${field.name}`);
    return this.#describe(type);
  }
}

/** `'card' | 'link' | OtherString`: the package leaves room for values of later versions. We send and know none. */
function isOpenEnd(type: Type, types: readonly Type[]): boolean {
  return type.isIntersectionType() && types.some((one) => one.flags & TypeFlags.StringLiteral);
}
