/** A loop of a desktop flow whose condition is always true and that nothing leaves. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { constantCondition } from '../../semantics/constant-condition.ts';
import { isLeft } from '../../semantics/flow/loops.ts';

export const rule = defineRule({
  id: 'PAD-REL-004',
  version: 1,
  title: 'Endless loop',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The flow never ends by itself: it holds the machine and its session until somebody stops it or the run times out.',
  fix: 'Give the loop a condition that becomes false, or add "Exit loop" behind the check that ends the work. Count the turns and leave after a limit.',
  compliance: ['AVAIL'],
  controls: ['CWE-835'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    for (const loop of workflow.activities) {
      const condition = loop.type === 'LoopWhile' ? propertyOf(loop, 'Condition') : undefined;
      if (condition === undefined || !isLive(loop) || constantCondition(condition) !== true) continue;
      if (isLeft(workflow, loop)) continue;
      yield {
        at: loop,
        subject: 'Condition',
        message: `The condition of "${loop.name}" is always true, and nothing in the loop leaves it.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `LOOP WHILE (1) = (1)
    WAIT 5
    LOOP FOREACH Mail IN Mails
        EXIT LOOP
    END
END`,
        `IMPORT 'controlRepo.appmask' AS appmask
LOOP WHILE (True) = (True)
    CALL Work
    GOTO Again
    LABEL Again
END
FUNCTION Work GLOBAL
    EXIT FUNCTION
END FUNCTION`,
      ],
      good: [
        `LOOP WHILE (1) = (1)
    IF Done = True THEN
        EXIT LOOP
    END
END`,
        `LOOP WHILE (Tries) < (10)
    SET Tries TO Tries + 1
END`,
        `IMPORT 'controlRepo.appmask' AS appmask
LOOP WHILE (1) = (1)
    CALL Work
END
FUNCTION Work GLOBAL
    CALL Stop
END FUNCTION
FUNCTION Stop GLOBAL
    EXIT Code: 0
END FUNCTION`,
        `LOOP WHILE (1) = (1)
    IF (System.IfProcess.ProcessIsRunning ProcessName: $'''crm''') THEN
        GOTO Finished
    END
END
LABEL Finished`,
      ],
    },
  },
});
