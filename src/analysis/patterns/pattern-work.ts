/** Work of matching a pattern. A known state of its automaton reads a character at once; a new state costs most. */
import type { RE2JS } from 're2js';
import { spendOnFile } from '../model/budget/file-work.ts';

/** Units of a character of the text, for the automaton and for patterns that are matched step by step. */
const CHARACTER_UNITS = { automaton: 1, stepwise: 16 } as const;
/** Units of a test of the shortest text. */
const TEST_UNITS = 20;
/** Units of a new state of the automaton, and of each instruction in it. */
const STATE_UNITS = { state: 100, instruction: 16 } as const;
/** Units of a character and an instruction where the automaton gives up: each may be looked at for each. */
const PAIR_UNITS = 2;

/** The automaton of a pattern, as far as its work shows in it. */
interface Automaton {
  readonly prog: { numInst(): number; getInst(index: number): { readonly runes?: ArrayLike<number> } };
  makeState(
    instructions: readonly number[],
    flag: number,
    ids: readonly number[],
  ): { readonly nfaStates: readonly number[] } | null;
  match(input: { endPos(): number }, at: number, anchor: number): boolean | null;
}

const counted = new WeakSet<object>();

/** Lets the automaton of a pattern, if it has one, count its work. */
export function countWork(program: RE2JS): void {
  if (program.re2().onepass !== null) return;
  const automaton = program.re2().dfa as unknown as Automaton;
  if (counted.has(automaton)) return;
  counted.add(automaton);
  const { prog } = automaton;
  const size = prog.numInst();
  // A new automaton divides the characters into classes, by the ranges of all instructions.
  let ranges = 0;
  for (let index = 0; index < size; index += 1) ranges += prog.getInst(index).runes?.length ?? 0;
  spendOnFile(size + ranges);
  const { makeState, match } = automaton;
  automaton.makeState = (instructions, flag, ids) => {
    const state = makeState.call(automaton, instructions, flag, ids);
    const looked = instructions.length + (state?.nfaStates.length ?? size);
    spendOnFile(size + STATE_UNITS.state + STATE_UNITS.instruction * looked);
    return state;
  };
  automaton.match = (input, at, anchor) => {
    const isFound = match.call(automaton, input, at, anchor);
    if (isFound === null) spendOnFile(PAIR_UNITS * size * input.endPos());
    return isFound;
  };
}

/** Takes the work of reading a text once. */
export function spendOnText(program: RE2JS, text: string): void {
  const units = program.re2().onepass === null ? CHARACTER_UNITS.automaton : CHARACTER_UNITS.stepwise;
  spendOnFile(TEST_UNITS + units * text.length);
}
