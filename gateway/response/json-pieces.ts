/** Writes a message as JSON in pieces, list by list, so that it is never in memory as a whole. */
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { breakMarkers } from '../../src/text/log-commands.ts';
import { presentedMembers } from '../contract/present.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Yields the pieces of the text that `JSON.stringify` makes of the presented message. */
export type PiecesPresenter = (message: unknown) => Generator<string>;

/** Creates the writer of a message. Lists of its own members may be any iterables. */
export function piecesPresenter(message: MessageName, wireCase: WireCase): PiecesPresenter {
  const members = presentedMembers(message, wireCase).map((member) => ({
    ...member,
    label: `${JSON.stringify(member.wire)}:`,
  }));
  return function* pieces(value) {
    const source = value as Readonly<Record<string, unknown>>;
    // Command markers lie within one string, so none spans two pieces.
    let text = '{';
    for (const { label, field, present, presentElement, read } of members) {
      text += text === '{' ? label : `,${label}`;
      if (field.many !== 'list') {
        text += JSON.stringify(present(read(source)));
        continue;
      }
      let separator = '[';
      for (const element of (read(source) ?? []) as Iterable<unknown>) {
        text += separator + JSON.stringify(presentElement(element));
        separator = ',';
        if (text.length < GATEWAY_LIMITS.answerPieceBytes) continue;
        yield breakMarkers(text);
        text = '';
      }
      text += separator === '[' ? '[]' : ']';
    }
    yield breakMarkers(`${text}}`);
  };
}
