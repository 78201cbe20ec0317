/** A filter whose strings hold text from outside, or text that people type. */
import { FROM_OUTSIDE } from '../../facts/data-flow/outside.ts';
import type { Expr } from '../../model/expr.ts';
import { isLive } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { readOf } from '../../patterns/power-automate/flow-reads.ts';
import { callsOf } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { wordsOf } from '../../semantics/words.ts';
import { type FlowCheck, problemOfFlow, sourceWords } from '../define-flow-rule.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with a filter: of SharePoint, Dataverse, SQL and Excel, and of addresses. */
const FILTER = /(?:^|[./])(?:\$filter|\$apply)$/i;
const ADDRESS = /(?:^|[./])(?:uri|url|relativeUri)$/i;
/** Last words of the names of fields that people fill with any text; ids, states, addresses and dates have no apostrophe. */
const FREE_TEXT = new Set(
  `title subject description comment comments remark remarks note notes question answer topic city street department company
  customer vendor supplier author keyword search`.split(/\s+/),
);
/** Words before `name` in the names of people, firms and things. */
const NAMED = new Set(
  'display full first last middle company customer vendor supplier contact person employee manager project product team site file'.split(
    ' ',
  ),
);

/** Returns the name of the field or variable that a piece reads as it is; undefined for one that a function changes. */
function fieldOf(piece: Expr): string | undefined {
  const read = readOf(piece);
  if (read?.by === 'variables') return read.name;
  const member = piece.kind === 'index' ? piece.args[0]?.value : undefined;
  // The name of the flow itself is the choice of its maker.
  if (member?.kind !== 'literal' || [...callsOf(piece, 'workflow')].length > 0) return undefined;
  return member.value.slice(member.value.lastIndexOf('/') + 1);
}

/** Returns whether people type any text into a field of a name. */
function isFreeText(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return last === 'name' ? NAMED.has(words.at(-2) ?? '') : FREE_TEXT.has(last);
}

/** Column that a filter compares with the text behind: `name eq '`. */
const COMPARED = /(?:^|[\s(/])(\w{1,100})\s{1,3}eq\s{1,3}'$/i;
/** Columns with the names of people and things. */
const NAME_COLUMNS = new Set(['name', 'fullname', 'title', 'displayname']);
/** Names of values that have no apostrophe, or from which a step before has removed it. */
const HARMLESS = /(?:id|guid|unique|key|code|email)$|without|clean|escaped|encoded|replaced/i;

/** Returns the name of a value that is compared with a column of names, as it is read. */
function comparedName(before: string, piece: Expr): string | undefined {
  const column = COMPARED.exec(before)?.[1]?.toLowerCase() ?? '';
  if (!NAME_COLUMNS.has(column)) return undefined;
  const name = fieldOf(piece) ?? readOf(piece)?.name;
  return name === undefined || HARMLESS.test(name) ? undefined : name;
}

/** Yields the names of free texts that stand between apostrophes. */
function* textsInStrings(tree: Expr): Generator<string> {
  let isInside = false;
  let before = '';
  for (const piece of piecesOf(tree)) {
    if (piece.kind === 'literal') {
      if (piece.value.split("'").length % 2 === 0) isInside = !isInside;
      before = piece.value;
      continue;
    }
    const name = isInside ? fieldOf(piece) : undefined;
    const compared = isInside ? comparedName(before, piece) : undefined;
    if (name !== undefined && isFreeText(name)) yield name;
    else if (compared !== undefined) yield compared;
    before = '';
  }
}

const FOLLOWED: FlowCheck = {
  family: 'untrusted',
  sinks: ['filter'],
  isReported: ({ from }) => FROM_OUTSIDE.has(from.words),
  // Anyone can call the address of a flow, as often as it takes.
  severity: ({ from }) => (from.words === 'request' ? 'high' : undefined),
  message: (flow) => `The filter of "${flow.to.step}" contains text of the ${sourceWords(flow)} as it is.`,
};

/** Yields the filters that compare texts which people type, as far as their names say. */
function* namedTexts({ activities }: Workflow): Generator<Problem> {
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    for (const at of activity.properties) {
      if (at.expression === undefined) continue;
      const isAddress = ADDRESS.test(at.name) && at.text.includes('$filter');
      if (!isAddress && !FILTER.test(at.name)) continue;
      const [name] = textsInStrings(at.expression.tree);
      if (name === undefined) continue;
      const message = `The filter of "${activity.name}" contains the text "${name}" with its apostrophes.`;
      yield { at, subject: name, message };
    }
  }
}

export const rule = defineRule('PAF-SEC-010', {
  level: 'dataFlows',
  follows: FOLLOWED,
  checkCrossing: (flow) => problemOfFlow(flow, FOLLOWED),
  workflowWords: ['$filter', '$apply', 'fetchxml'],
  *check(flows, { workflow }) {
    const followed = flows.flatMap((flow) => problemOfFlow(flow, FOLLOWED));
    yield* followed;
    const reported = new Set(followed.map(({ at }) => at));
    for (const problem of namedTexts(workflow)) if (!reported.has(problem.at)) yield problem;
  },
});
