/** Members of messages in REST: named as there, inlined messages resolved. */
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import { MESSAGE_PROSE } from '../../src/gen/contract/message-prose.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';

/** Member of an object in REST. */
export interface Member {
  /** Name in camelCase. */
  readonly name: string;
  readonly field: FieldFacts;
  /** Fields of inlined messages that lead to the message of the field. */
  readonly steps: readonly string[];
  /** Message of the field. */
  readonly owner: MessageName;
}

/** Returns the members of a message in answers, in their order. */
export function answerMembers(message: MessageName): readonly Member[] {
  const { last = [] } = MESSAGES[message]!;
  const members = membersOf(message, []);
  const isLast = ({ field }: Member) => last.includes(field.name);
  const tail = last.flatMap((name) => members.filter(({ field }) => field.name === name));
  return [...members.filter((member) => !isLast(member)), ...tail];
}

/** Returns the members of a message in requests. */
export function requestMembers(message: MessageName): readonly Member[] {
  return answerMembers(message).filter(
    ({ field: { type, rest = {} } }) => type !== 'mask' && !rest.outputOnly,
  );
}

function membersOf(message: MessageName, steps: readonly string[]): readonly Member[] {
  return MESSAGES[message]!.fields.flatMap((field): readonly Member[] => {
    const { name, type, rest = {} } = field;
    if (rest.hidden) return [];
    if (!rest.inline) return [{ name: rest.name ?? name, field, steps, owner: message }];
    const inner = membersOf(type as MessageName, [...steps, name]);
    return inner.filter((member) => !rest.without?.includes(member.field.name));
  });
}

/** Returns whether a type is a message. */
export function isMessage(type: FieldFacts['type']): type is MessageName {
  return type.includes('.');
}

/** Returns the message whose members a value of the field has in REST; undefined for other values, and for lists in a message. */
export function objectMessage({ type, rest }: FieldFacts): MessageName | undefined {
  return isMessage(type) && !MESSAGES[type]!.isList && rest?.json === undefined ? type : undefined;
}

/** Returns the only field of a message that REST shows as a list; undefined for other messages. */
export function listField(type: FieldFacts['type']): FieldFacts | undefined {
  return isMessage(type) && MESSAGES[type]!.isList ? MESSAGES[type]!.fields[0] : undefined;
}

/** Returns the prose about a member. */
export function aboutMember({ owner, field: { name } }: Member): string | undefined {
  return MESSAGE_PROSE[owner]!.fields?.[name];
}
