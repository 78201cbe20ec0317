/** Lists in which a tested value may be: no texts, and no parts of the data that the value comes from. */
import type { Expr } from '../../../model/expr.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { cellsOf } from '../../cells/cells.ts';

/** Members that give a text, as Visual Basic writes them without brackets. */
const TEXT_MEMBER =
  /^(?:tostring|trim(?:start|end)?|to(?:upper|lower)(?:invariant)?|text|innertext|value|body|subject|message)$/i;
/** Functions of cloud flows that give a text. */
const TEXT_FUNCTION =
  /^(?:concat|string|tolower|toupper|trim|substring|slice|replace|join|base64(?:tostring)?|(?:de|en)codeuricomponent|uricomponent(?:tostring)?|formatdatetime|formatnumber|guid)$/i;
/** Types of symbols that hold a text, or may. */
const TEXT_TYPE = /^(?:(?:System\.)?(?:String|Object)|(?:[\w.]{1,60}[.:])?GenericValue)$/i;
/** Calls and members that are looked through. */
const DEPTH_MAX = 50;

/** A place in which a list stands. */
export interface ListPlace {
  readonly workflow: Workflow;
  readonly activity: Activity;
  /** Returns whether a node reads the data that the value comes from. */
  isKey(node: Expr): boolean;
}

/** Returns whether an expression reads the key that is tested. */
function reads(node: Expr, isKey: (node: Expr) => boolean, depth = 0): boolean {
  if (depth > DEPTH_MAX || isKey(node)) return true;
  if (node.kind === 'member' || node.kind === 'index')
    return node.object !== null && reads(node.object, isKey, depth + 1);
  if (node.kind !== 'call') return false;
  return (
    reads(node.callee, isKey, depth + 1) || node.args.some(({ value }) => reads(value, isKey, depth + 1))
  );
}

function isText(node: Expr, { workflow, activity }: ListPlace): boolean {
  const { language } = workflow;
  switch (node.kind) {
    case 'reference': {
      const key = language === 'csharp' ? node.name : node.name.toLowerCase();
      const cells = cellsOf(workflow);
      return TEXT_TYPE.test(cells.symbols[cells.of(key, activity.index)]?.type ?? '');
    }
    case 'member':
      return TEXT_MEMBER.test(node.name);
    case 'call': {
      if (language !== 'workflow-definition') return true;
      const name = node.callee.kind === 'reference' ? node.callee.name : '';
      const first = node.args[0]?.value;
      if (!/^variables$/i.test(name) || first?.kind !== 'literal') return TEXT_FUNCTION.test(name);
      const cells = cellsOf(workflow);
      const cell = cells.of(`variable:${first.value.toLowerCase()}`, activity.index);
      return TEXT_TYPE.test(cells.symbols[cell]?.type ?? '');
    }
    // What is a part of fixed text is known.
    case 'literal':
    case 'new':
    case 'list':
      return false;
    case 'index':
      return language !== 'workflow-definition';
    default:
      return true;
  }
}

/**
 * Returns whether an expression is a list that limits a value of other data. What a text contains is not limited, and who
 * gives both the value and the list chooses.
 */
export const isOtherList = (node: Expr, place: ListPlace): boolean =>
  !isText(node, place) && !reads(node, place.isKey);
