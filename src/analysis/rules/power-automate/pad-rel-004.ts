/** A loop of a desktop flow whose condition is always true and that nothing leaves. */
import { descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { isAlwaysMet } from '../../patterns/power-automate/robin-condition.ts';
import { leavesLoop, type RobinFlow, robinFlowOf } from '../../patterns/power-automate/robin-flow.ts';

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
    let flow: RobinFlow | undefined;
    for (const loop of workflow.activities) {
      if (loop.type !== 'LoopWhile' || !isLive(loop) || !isAlwaysMet(propertyOf(loop, 'Condition'))) continue;
      flow ??= robinFlowOf(workflow);
      let isLeft = false;
      for (const inner of descendantsOf(workflow, loop))
        isLeft ||= isLive(inner) && leavesLoop(flow, loop, inner);
      if (isLeft) continue;
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
