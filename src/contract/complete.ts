/** Types with which the compiler names what a conversion forgets. */

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
