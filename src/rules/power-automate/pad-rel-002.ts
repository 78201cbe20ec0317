/** An error handler of a desktop flow that lets the error disappear. */
import { childrenOf, descendantsOf, isLive, parentOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { pagesOf } from '../patterns/flow-graph.ts';

const HANDLERS: ReadonlySet<string> = new Set(['OnError', 'OnBlockError']);
/** Questions and waits: that they fail or run into their time limit is an answer, and what follows asks for it. */
const QUESTIONS: ReadonlySet<string> = new Set(['If', 'LoopWhile', 'Wait']);
/** Actions that tidy up: what is closed already cannot be closed. */
const TIDIES_UP = /^\w+\.(?:close|terminate|delete|empty|detach|quit)/i;

/** What the rule asks about a workflow, prepared once. */
interface Surroundings {
  /** Whether the same subflow asks for the last error somewhere behind the activity. */
  asksLater(activity: Activity): boolean;
  /** The next statement of the same list. */
  nextOf(activity: Activity): Activity | undefined;
}

function surroundingsOf(workflow: Workflow): Surroundings {
  const pages = pagesOf(workflow);
  const lastQuestion = new Map<number, number>();
  const next = new Map<number, Activity>();
  const before = new Map<string, number>();
  for (const activity of workflow.activities) {
    const { type, index, parent, slot } = activity;
    if (type === 'GetLastError') lastQuestion.set(pages[index]!, index);
    // A handler stands inside the action that it guards, and is no next statement.
    const list = `${parent} ${slot}`;
    const previous = before.get(list);
    if (previous !== undefined) next.set(previous, activity);
    before.set(list, index);
  }
  return {
    asksLater: ({ index }) => (lastQuestion.get(pages[index]!) ?? -1) > index,
    nextOf: ({ index }) => next.get(index),
  };
}

/** A condition that asks the machine, as `IF (System.IfProcess.ProcessIsRunning …)`, and not a variable. */
function asksMachine({ type, properties }: Activity): boolean {
  return (
    QUESTIONS.has(type) && properties.some(({ name, expression }) => name === 'Condition' && !expression)
  );
}

/** Whether a block only closes and ends things, with the questions and waits around that. */
function onlyTidiesUp(workflow: Workflow, block: Activity): boolean {
  let tidies = false;
  for (const { type, role } of descendantsOf(workflow, block)) {
    if (!type.includes('.') || role === 'other') continue;
    if (!TIDIES_UP.test(type)) return false;
    tidies = true;
  }
  return tidies;
}

/** Whether the next statement looks at the error, or at what the action should have written. */
function isLookedAt(action: Activity, next: Activity | undefined): boolean {
  if (next === undefined) return false;
  if (next.type === 'GetLastError') return true;
  if (asksMachine(next)) return true;
  const written = action.properties.flatMap(({ direction, expression }) =>
    direction === 'out' ? (expression?.mentions ?? []) : [],
  );
  if (next.role !== 'branch' && next.role !== 'loop') return false;
  return next.properties.some(({ expression }) => expression?.mentions.some((key) => written.includes(key)));
}

/** Whether the empty handler is meant: what it stands at is expected to fail, is tried again, or is asked about later. */
function isMeant(workflow: Workflow, handler: Activity, guarded: Activity, around: Surroundings): boolean {
  const next = around.nextOf(guarded);
  if (guarded.type === 'Block') {
    if (around.asksLater(guarded) || onlyTidiesUp(workflow, guarded)) return true;
    return next !== undefined && asksMachine(next);
  }
  // `ON ERROR FileNotFoundError` names the one error that is expected.
  if (handler.properties.some(({ name }) => name === 'Error')) return true;
  if (QUESTIONS.has(guarded.type) || TIDIES_UP.test(guarded.type)) return true;
  if (guarded.properties.some(({ name }) => name === 'OnError.Repeat')) return true;
  return isLookedAt(guarded, next);
}

// An empty handler is also how the designer writes "Continue flow run". Where that is plainly meant it is no finding.
export const rule = defineRule({
  id: 'PAD-REL-002',
  version: 1,
  title: 'Error handler does nothing',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The flow goes on as if nothing had happened, with wrong or missing data, and nobody learns that the step failed.',
  fix: 'Open "On error" of the action (or the On block error action) and do something with the error: run a subflow that logs it with "Get last error", set a variable that the next steps check, go to a label, or choose "Throw error".',
  compliance: ['ERR'],
  controls: ['CWE-390'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    let around: Surroundings | undefined;
    for (const handler of workflow.activities) {
      if (!HANDLERS.has(handler.type) || !isLive(handler)) continue;
      const guarded = parentOf(workflow, handler);
      if (guarded === undefined || childrenOf(workflow, handler).some(({ enabled }) => enabled)) continue;
      around ??= surroundingsOf(workflow);
      if (isMeant(workflow, handler, guarded, around)) continue;
      const message =
        guarded.type === 'Block'
          ? 'Any error in this block ends the block and is then ignored.'
          : `Errors of "${guarded.name}" are ignored.`;
      yield { at: handler, subject: guarded.type, message };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `Excel.LaunchExcel.LaunchAndOpen Path: Report Visible: True ReadOnly: False Instance=> Excel
ON ERROR
END
Excel.ReadFromExcel.ReadAllCells Instance: Excel ReadAsText: False FirstLineIsHeader: True RangeValue=> Rows`,
        `BLOCK
ON BLOCK ERROR all
END
    CALL BookInvoice
    CALL SendMail
END
CALL Finish`,
        `File.Copy Files: Source Destination: Target IfFileExists: File.IfExists.Overwrite CopiedFiles=> Copies
    ON ERROR
        # nothing to do
        DISABLE CALL Logger
    END`,
      ],
      good: [
        `File.Copy Files: Source Destination: Target IfFileExists: File.IfExists.Overwrite CopiedFiles=> Copies
ON ERROR
    SET ErrorMessage TO $'''The copy failed'''
    CALL Logger
END`,
        `BLOCK
ON BLOCK ERROR all
END
    CALL BookInvoice
    EXIT Code: 0
END
ERROR => ErrorMessage
SET Status TO 500`,
        `UIAutomation.CloseWindow.CloseByTitleClass Title: $'''Report*''' Class: $'''*'''
ON ERROR
END
WAIT (System.WaitForProcess.ProcessToStop ProcessName: $'''report''') FOR 10
ON ERROR TimeoutError
END`,
        `WebAutomation.GetDetailsOfElement.GetDetails BrowserInstance: Browser Attribute=> Title
ON ERROR REPEAT 3 TIMES WAIT 2
ON ERROR
END`,
        `BLOCK
ON BLOCK ERROR all
END
    Excel.CloseExcel.Close Instance: Excel
    WAIT (System.WaitForProcess.ProcessToStop ProcessName: $'''EXCEL''') FOR 10
END`,
        `Excel.Attach DocumentName: Report Instance=> Excel
ON ERROR
END
IF IsEmpty(Excel) THEN
    CALL OpenReport
END`,
      ],
    },
  },
});
