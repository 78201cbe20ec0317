/** An error handler of a desktop flow that hides the error. */
import { childrenOf, isLive, parentOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import {
  type HandlerContext,
  handlerContextOf,
  isMeantEmpty,
} from '../../patterns/power-automate/robin-handlers.ts';

/** Returns whether a handler does nothing but jump to the label right behind the guarded action. */
function onlyGoesOn(workflow: Workflow, inner: readonly Activity[], next: Activity | undefined): boolean {
  const [jump, more] = inner;
  if (jump?.type !== 'GoTo' || more !== undefined || next?.type !== 'Label') return false;
  return workflow.transitions.some(({ from, to }) => from === jump.index && to === next.index);
}

const HANDLERS: ReadonlySet<string> = new Set(['OnError', 'OnBlockError']);

// The designer writes "Continue flow run" as an empty handler too. Where that is plainly intended it is no finding.
export const rule = defineRule({
  id: 'PAD-REL-002',
  version: 2,
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
    let around: HandlerContext | undefined;
    for (const handler of workflow.activities) {
      if (!HANDLERS.has(handler.type) || !isLive(handler)) continue;
      const guarded = parentOf(workflow, handler);
      if (guarded === undefined) continue;
      const inner = childrenOf(workflow, handler).filter(({ enabled }) => enabled);
      if (inner.length > 1) continue;
      around ??= handlerContextOf(workflow);
      if (inner.length > 0 && !onlyGoesOn(workflow, inner, around.nextOf(guarded))) continue;
      if (isMeantEmpty(workflow, handler, guarded, around)) continue;
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
        `UIAutomation.Click Element: appmask['Save']['Yes'] ClickType: UIAutomation.ClickType.LeftClick
ON ERROR ClickFailedError
    CALL Logger
ON ERROR

END`,
        `BLOCK Booking
ON BLOCK ERROR
    GOTO 'Next'
END
    CALL BookInvoice
    CALL SendMail
END
LABEL 'Next'
CALL Finish`,
      ],
      good: [
        `BLOCK Booking
ON BLOCK ERROR
    GOTO 'Repair'
END
    CALL BookInvoice
    CALL SendMail
END
EXIT Code: 0
LABEL 'Repair'
CALL Finish`,
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
