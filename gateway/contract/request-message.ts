/** Makes the message of a call from the values of a REST request. */
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { isMessage, type Member } from './members.ts';

type Message = Record<string, unknown>;

/** Value of a member of the request. */
export interface SentValue {
  readonly member: Member;
  readonly value: unknown;
}

/** Returns the message with these values, its inlined messages and the message of its body; all else is unset. */
export function messageOf(name: MessageName, sent: readonly SentValue[], body?: string): Message {
  const message = unset(name, body);
  for (const { member, value } of sent) {
    const owner = member.steps.reduce<Message>((inner, step) => inner[step] as Message, message);
    if (value !== null) owner[member.field.name] = value;
  }
  return message;
}

function unset(name: MessageName, body?: string): Message {
  const { fields } = MESSAGES[name]!;
  return Object.fromEntries(fields.map((field) => [field.name, unsetField(field, field.name === body)]));
}

function unsetField({ type, many, hasPresence, rest }: FieldFacts, isBody: boolean): unknown {
  if (many === 'list') return [];
  if (many === 'map') return {};
  if (isMessage(type)) return isBody || rest?.inline ? unset(type) : undefined;
  return hasPresence ? undefined : UNSET[type];
}

/** Values of unset fields by type; unset times and masks are undefined. */
const UNSET: Readonly<Record<string, unknown>> = { text: '', bool: false, int32: 0, int64: 0, double: 0 };
