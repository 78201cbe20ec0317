/** The inputs and outputs that a bot maps for another are not those that the other declares. */
import { defineRule } from '../../model/rule.ts';

const run = (inputs: string): string =>
  `{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/Load"},"taskbotInput":{"type":"DICTIONARY","dictionary":[${inputs}]}}}]}`;
const input = (key: string): string => `{"key":"${key}","value":{"type":"STRING","string":"2024"}}`;
/** The result of the other bot goes into a variable of this one. */
const taking = (output: string, given: string): string =>
  run(input(given)).replace(
    /}$/,
    `,"returnTo":{"type":"DICTIONARY","dictionary":[{"key":"${output}","value":{"type":"VARIABLE","variableName":"sResult"}}]}}`,
  );
const CALLEE = `-- Automation Anywhere/Bots/Load --
{"nodes":[{"commandName":"logToFile","packageName":"LogToFile","attributes":[{"name":"logContent","value":{"type":"STRING","expression":"$sYear$ $sUnit$"}}]}],"variables":[{"name":"sYear","type":"STRING","input":true,"output":false},{"name":"sUnit","type":"STRING","input":true,"output":false,"defaultValue":{"type":"STRING","string":"EUR"}},{"name":"sRate","type":"STRING","input":false,"output":true}]}
-- Automation Anywhere/Bots/Main --\n`;

export const rule = defineRule({
  id: 'AAB-REL-012',
  version: 1,
  title: 'Inputs do not match the called bot',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The called bot or the one that runs it works with an empty value, or the command fails.',
  fix: 'Open the command "Task Bot: Run", and map each input and output of the called bot again.',
  compliance: ['INTEG'],
  controls: ['CWE-628'],
  options: {},
  level: 'project',
  *check(project) {
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const declared = callee.workflow.arguments.filter(({ direction }) => direction !== 'out');
        const known = new Set(declared.map(({ name }) => name.toLowerCase()));
        const outputs = callee.workflow.arguments.filter(({ direction }) => direction !== 'in');
        const given = new Set(outputs.map(({ name }) => name.toLowerCase()));
        const bound = new Set<string>();
        let isRenamed = false;
        for (const { name, direction } of call.bindings) {
          if (direction === 'out') {
            if (given.has(name.toLowerCase())) continue;
            const message = `"${callee.workflow.name}" is asked for "${name}", which is no output of it.`;
            yield { in: workflow, at: call, subject: `output ${name}`, message };
            continue;
          }
          bound.add(name.toLowerCase());
          if (known.has(name.toLowerCase())) continue;
          isRenamed = true;
          const message = `"${callee.workflow.name}" is given "${name}", which is no input of it.`;
          yield { in: workflow, at: call, subject: name, message };
        }
        // After a renaming one finding is enough.
        if (isRenamed) continue;
        for (const { name, direction, isUsed, hasDefault } of declared) {
          if (direction !== 'in' || !isUsed || hasDefault || bound.has(name.toLowerCase())) continue;
          const message = `"${callee.workflow.name}" is not given its input "${name}".`;
          yield { in: workflow, at: call, subject: name, message };
        }
      }
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [CALLEE + run(input('sMonth')), CALLEE + run(input('sUnit')), CALLEE + taking('sTotal', 'sYear')],
      good: [
        CALLEE + taking('sRate', 'sYear'),
        CALLEE + run(`${input('sYear')},${input('sUnit')}`),
        // The input that is left out has a default.
        CALLEE + run(input('sYear')),
        // Near miss: the bot that is run is not in the export.
        `-- Automation Anywhere/Bots/Main --\n${run(input('sMonth'))}`,
      ],
    },
  },
});
