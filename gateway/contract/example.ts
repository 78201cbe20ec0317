/** Examples of answers in the OpenAPI document. */
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { MESSAGE_PROSE } from '../../src/gen/contract/message-prose.ts';
import { answerMembers, isMessage, objectMessage } from './members.ts';
import { wireName } from './wire-case.ts';

type Example = Readonly<Record<string, unknown>>;

/** Spells an example whose names are in camelCase. Members that the message lacks are left out. */
export function spelledExample(message: MessageName, example: unknown, wireCase: WireCase): unknown {
  if (typeof example !== 'object' || example === null) return example;
  const source = example as Example;
  const members = answerMembers(message).filter(({ name }) => Object.hasOwn(source, name));
  return Object.fromEntries(
    members.map(({ name, field }) => {
      const value = source[name];
      const inner = objectMessage(field);
      const spell = (one: unknown) => (inner === undefined ? one : spelledExample(inner, one, wireCase));
      return [wireName(name, wireCase), Array.isArray(value) ? value.map(spell) : spell(value)];
    }),
  );
}

/** Returns the example of a message in camelCase, completed with the examples of its inner messages. */
export function exampleOf(message: MessageName): Example {
  const own = MESSAGE_PROSE[message]!.example ?? {};
  const members = answerMembers(message).map(({ name, owner, field: { type, many } }) => {
    const outer = owner === message ? own : exampleOwn(owner);
    if (Object.hasOwn(own, name)) return [name, own[name]];
    if (Object.hasOwn(outer, name)) return [name, outer[name]];
    if (!isMessage(type)) return [name, null];
    const inner = exampleOf(type);
    return [name, many === 'list' ? [inner] : inner];
  });
  return Object.fromEntries(members);
}

function exampleOwn(message: MessageName): Example {
  return MESSAGE_PROSE[message]!.example ?? {};
}
