/** Members of messages: the compiler names those that a conversion forgets, and absent ones are `undefined`. */

/** Values without members. */
type Leaf = string | number | boolean | bigint | symbol | null | undefined | Date | Uint8Array;

/** All members of a record, written; an optional one may be `undefined`. */
export type AllMembers<Fields> = { [Name in keyof Required<Fields>]: Fields[Name] };

/**
 * A message with all its members written, at every depth; an optional one may be `undefined`. The generated types let a
 * conversion leave out an optional member. A conversion that returns this type does not compile then.
 */
export type Complete<Message> = Message extends Leaf
  ? Message
  : Message extends readonly (infer Item)[]
    ? Complete<Item>[]
    : { [Name in keyof Required<Message>]: Complete<Message[Name]> };

/** Stands for a message of which a reader forgets a member. */
interface Unread<Name> {
  readonly forgottenMember: Name;
}

/** A message whose reader uses exactly the members with these names. With a further member the reader does not compile. */
export type ReadBy<Message, Names extends PropertyKey> = [Exclude<keyof Message, Names>] extends [never]
  ? Message
  : Unread<Exclude<keyof Message, Names>>;

/** A row of the database whose members are `undefined` where they are null. */
export type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? Exclude<Row[Name], null> | undefined : Row[Name];
};

/** Returns a copy of the row with `undefined` for each member that is null; what members contain stays as it is. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  const members = Object.entries(row).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(members) as WithoutNulls<Row>;
}
