/** The inputs and outputs that a bot maps for another differ from the declared ones. */
import type { ArgumentFacts, BindingFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';

const run = (inputs: string): string =>
  `{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/Load"},"taskbotInput":{"type":"DICTIONARY","dictionary":[${inputs}]}}}]}`;
const input = (key: string): string => `{"key":"${key}","value":{"type":"STRING","string":"2024"}}`;
/** Builds a bot that stores the result of the other bot in one of its variables. */
const taking = (output: string, given: string): string =>
  run(input(given)).replace(
    /}$/,
    `,"returnTo":{"type":"DICTIONARY","dictionary":[{"key":"${output}","value":{"type":"VARIABLE","variableName":"sResult"}}]}}`,
  );
/** Builds a bot with a number as input, and one that passes it a value. */
const COUNTING = (type: string): string => `-- Automation Anywhere/Bots/Load --
{"nodes":[{"commandName":"delay","packageName":"Delay"}],"variables":[{"name":"nRows","type":"${type}","input":true,"output":true}]}
-- Automation Anywhere/Bots/Main --\n`;
const passing = (value: string): string => run(`{"key":"nRows","value":${value}}`);
const VARIABLE = '{"type":"VARIABLE","variableName":"vRows"}';
/** Builds the same with a bot that declares the variable that it passes. */
const declaring = (type: string): string =>
  `{"nodes":[${passing(VARIABLE)}],"variables":[{"name":"vRows","type":"${type}"}]}`;
const CALLEE = `-- Automation Anywhere/Bots/Load --
{"nodes":[{"commandName":"logToFile","packageName":"LogToFile","attributes":[{"name":"logContent","value":{"type":"STRING","expression":"$sYear$ $sUnit$"}}]}],"variables":[{"name":"sYear","type":"STRING","input":true,"output":false},{"name":"sUnit","type":"STRING","input":true,"output":false,"defaultValue":{"type":"STRING","string":"EUR"}},{"name":"sRate","type":"STRING","input":false,"output":true}]}
-- Automation Anywhere/Bots/Main --\n`;

/** Builds a bot with an input without a default, and one that runs it without that input. */
const leavingOut = (...commands: readonly string[]): string => `-- Automation Anywhere/Bots/Load --
{"nodes":[${commands.join(',')}],"variables":[{"name":"dAnswer","type":"DICTIONARY","input":true,"output":false}]}
-- Automation Anywhere/Bots/Main --\n${run('')}`;
const LOGGED =
  '{"commandName":"logToFile","packageName":"LogToFile","attributes":[{"name":"logContent","value":{"type":"STRING","expression":"$dAnswer{Body}$"}}]}';
const FETCHED =
  '{"commandName":"restGet","packageName":"Rest","attributes":[],"returnTo":{"type":"VARIABLE","variableName":"dAnswer"}}';
const OFF = LOGGED.replace('{', '{"disabled":true,');

/** Types that take no value of each other. Every other type, such as ANY, may take any value. */
const DISTINCT = new Set([
  'STRING',
  'NUMBER',
  'BOOLEAN',
  'DATETIME',
  'LIST',
  'DICTIONARY',
  'TABLE',
  'RECORD',
]);
const differ = (one: string, other: string): boolean =>
  one !== other && DISTINCT.has(one) && DISTINCT.has(other);

/** Returns the mismatch of an input or output with the called bot's declaration; undefined if the types fit. */
function typeProblem(bot: string, binding: BindingFacts, declared: ArgumentFacts): string | undefined {
  const { name, direction, type } = binding;
  if (!differ(type, declared.type)) return undefined;
  return direction === 'out'
    ? `"${bot}" returns "${name}" as ${declared.type}, and the variable that takes it is of type ${type}.`
    : `"${bot}" takes "${name}" as ${declared.type}, and is given a value of type ${type}.`;
}

export const rule = defineRule({
  id: 'AAB-REL-012',
  version: 4,
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
  groupBy: 'called bot',
  options: {},
  level: 'project',
  *check(project) {
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const { name: bot, arguments: all, file: group } = callee.workflow;
        const declared = all.filter(({ direction }) => direction !== 'out');
        const inputs = new Map(declared.map((argument) => [argument.name.toLowerCase(), argument]));
        const outputs = new Map(
          all.flatMap((argument) =>
            argument.direction === 'in' ? [] : [[argument.name.toLowerCase(), argument]],
          ),
        );
        const bound = new Set<string>();
        let isRenamed = false;
        for (const binding of call.bindings) {
          const { name, direction } = binding;
          const isOutput = direction === 'out';
          const key = name.toLowerCase();
          const argument = (isOutput ? outputs : inputs).get(key);
          if (!isOutput) bound.add(key);
          const subject = isOutput ? `output ${name}` : name;
          if (argument !== undefined) {
            const message = typeProblem(bot, binding, argument);
            if (message !== undefined)
              yield { in: workflow, at: call, subject: `type of ${subject}`, group, message };
            continue;
          }
          if (!isOutput) isRenamed = true;
          const message = isOutput
            ? `"${bot}" is asked for "${name}", which is no output of it.`
            : `"${bot}" is given "${name}", which is no input of it.`;
          yield { in: workflow, at: call, subject, group, message };
        }
        // One finding is enough after a renaming.
        if (isRenamed) continue;
        for (const { name, direction, isUsed, isGuarded, hasDefault } of declared) {
          if (direction !== 'in' || !isUsed || isGuarded || hasDefault) continue;
          if (bound.has(name.toLowerCase())) continue;
          const message = `"${bot}" is not given its input "${name}".`;
          yield { in: workflow, at: call, subject: name, group, message };
        }
      }
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        CALLEE + run(input('sMonth')),
        CALLEE + run(input('sUnit')),
        CALLEE + run(`${input('sMonth')},${input('sDay')}`),
        leavingOut(LOGGED),
        leavingOut(LOGGED, FETCHED),
        CALLEE + taking('sTotal', 'sYear'),
        COUNTING('NUMBER') + passing('{"type":"STRING","string":"ten"}'),
        COUNTING('NUMBER') + passing('{"type":"LIST","list":[{"type":"NUMBER","number":"10"}]}'),
        COUNTING('NUMBER') + declaring('TABLE'),
        COUNTING('NUMBER') +
          declaring('STRING').replace(
            passing(VARIABLE),
            taking('nRows', 'nRows')
              .replace('STRING","string":"2024"', 'NUMBER","number":"1"')
              .replace('sResult', 'vRows'),
          ),
      ],
      good: [
        CALLEE + taking('sRate', 'sYear'),
        CALLEE + run(`${input('sYear')},${input('sUnit')}`),
        // The input that is left out has a default.
        CALLEE + run(input('sYear')),
        // Only a command that is switched off reads the input that is left out, or the bot fills it itself.
        leavingOut(OFF),
        leavingOut(FETCHED, LOGGED),
        COUNTING('NUMBER') + passing('{"type":"NUMBER","number":"10"}'),
        COUNTING('NUMBER') + declaring('NUMBER'),
        COUNTING('LIST') + passing('{"type":"LIST","list":[{"type":"NUMBER","number":"10"}]}'),
        // Near misses: inputs that take everything, and a variable of an unknown type.
        COUNTING('ANY') + passing('{"type":"STRING","string":"ten"}'),
        COUNTING('NUMBER') + passing(VARIABLE),
        // Near miss: the bot that is run is not in the export.
        `-- Automation Anywhere/Bots/Main --\n${run(input('sMonth'))}`,
      ],
    },
  },
});
