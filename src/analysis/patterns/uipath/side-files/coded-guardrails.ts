/**
 * Guardrails in the code of agents in Python. Sources: UiPath, "Guardrails" of the Python SDK and of its package for LangChain
 * (uipath.github.io/uipath-python), and the vendor's checks of coded agents (github.com/UiPath/skills, uipath-review).
 */
import type { AgentCode } from '../../../semantics/scripts/agent-code.ts';
import { personalFields } from '../orchestration/personal-fields.ts';
import type { CodeClue, CodeFacts } from './coded-agents.ts';

/** Fact of a file about guardrails, or about what they protect. */
export interface CodeGuard extends CodeFacts {
  readonly kind:
    | 'input'
    | 'numbers'
    | 'model'
    | 'tool'
    | 'guarded'
    | 'personal'
    | 'injection-logged'
    | 'blocked'
    | 'brings'
    | 'guarded-maker'
    | 'platform-source'
    | 'own-source'
    | 'langchain';
  /** Names of fields and parameters with data of persons. */
  readonly fields: readonly string[];
}

/** Anything that looks for such data, hides it, or checks what comes in. */
const GUARDS = /guardrail|presidio|redact|anonymi[sz]e|scrub|mask_|pii/i;
const PERSONAL = /\b(?:PIIValidator|PIIDetectionValidator|UiPathPIIDetectionMiddleware)\(/;
const INJECTION = /\b(?:PromptInjectionValidator|UiPathPromptInjectionMiddleware)\(/;
const LOGS = /\baction *= *LogAction\(/;
const BLOCKS = /\baction *= *BlockAction\(/;
/** Inputs of an agent; a tool has its own. */
const INPUT = /(?<!Tool)Input$/;
const OF_TOOL = /\bargs_schema *(?::[^=\n]{0,60})?= *(\w+)/g;
/** Ways of an agent to get data beside its inputs. */
const BRINGS =
  /\btools *=(?! *\[ *\])|\b(?:bind_tools|ToolNode|UiPath|open)\(|\b(?:requests|httpx|aiohttp|sqlalchemy|pandas)\b|mcp|retriev/i;
const GUARDRAIL = /^@(?:\w+\.)?guardrail\b/;
/** Stage of a guardrail that looks at results alone. */
const SPARES_INPUT = /\.POST\b/;
/** Mark of parameters that no guardrail looks at. */
const EXCLUDES = /\bGuardrailExclude\b/;
/** Types that hold no words. */
const NUMBERS = /^(?:Optional\[)?(?:int|float|bool|Decimal|date|datetime|UUID)\b/;
/** Kind of a personal field → its entity. */
const ENTITIES: Readonly<Record<string, RegExp>> = {
  email: /\.EMAIL\b/,
  phone: /\.PHONE/,
  name: /\.PERSON\b/,
  address: /\.ADDRESS\b/,
};
const PLATFORM_SOURCE = /^uipath\.platform\.guardrails(?:\.|$)/;
const OWN_SOURCE = /^uipath_langchain\.guardrails(?:\.|$)/;
const LANGCHAIN = /^(?:uipath_langchain|langchain\w*|langgraph)(?:\.|$)/;

/** Yields the guardrails of a file, and what they are compared with. */
export function* guardsIn(code: AgentCode, text: string): Generator<CodeGuard> {
  const clue = (kind: CodeGuard['kind'], line = 1, name = '', fields: readonly string[] = []): CodeGuard => ({
    kind,
    line,
    name,
    fields,
  });
  if (GUARDS.test(text)) yield clue('guarded');
  if (code.hasModel) yield clue('model');
  if (BRINGS.test(text)) yield clue('brings');
  const ofTools = new Set([...text.matchAll(OF_TOOL)].map(([, name]) => name));
  for (const { name, line, fields } of code.classes) {
    if (!INPUT.test(name) || ofTools.has(name) || fields.length === 0) continue;
    const personal = personalFields(fields.map(([field]) => field));
    const isClear = personal.some(({ isStrong }) => isStrong) || personal.length > 1;
    if (isClear)
      yield clue(
        'input',
        line,
        name,
        personal.map((field) => field.name),
      );
    else if (fields.every(([, type]) => NUMBERS.test(type))) yield clue('numbers', line, name);
    else yield clue('input', line, name);
  }
  for (const { name, line, decorators, parameters } of code.functions) {
    const isTool = decorators.some((one) => /^@(?:\w+\.)?tool\b/.test(one));
    if (isTool) yield clue('tool', line, name);
    if (code.makers.has(name) && decorators.some((one) => GUARDRAIL.test(one)))
      yield clue('guarded-maker', line, name);
    for (const one of decorators) {
      if (PERSONAL.test(one)) yield clue('personal', line, name);
      if (INJECTION.test(one) && LOGS.test(one)) yield clue('injection-logged', line, name);
      if (!isTool || !PERSONAL.test(one) || !BLOCKS.test(one)) continue;
      if (SPARES_INPUT.test(one) || EXCLUDES.test(text)) continue;
      const needed = personalFields(parameters).filter(({ kind }) => ENTITIES[kind]?.test(one));
      if (needed.length > 0)
        yield clue(
          'blocked',
          line,
          name,
          needed.map((field) => field.name),
        );
    }
  }
  for (const [source, line] of code.sources) {
    if (PLATFORM_SOURCE.test(source)) yield clue('platform-source', line, source);
    if (OWN_SOURCE.test(source)) yield clue('own-source', line, source);
    if (LANGCHAIN.test(source)) yield clue('langchain', line, source);
  }
}

type Guard = CodeClue<CodeGuard>;
interface Objection {
  readonly clue: Guard;
  readonly subject: string;
  readonly message: string;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Yields what is wrong with the guardrails of an agent. */
export function* guardObjections(code: readonly Guard[]): Generator<Objection> {
  const of = (kind: CodeGuard['kind']): readonly Guard[] => code.filter(({ facts }) => facts.kind === kind);
  const has = (kind: CodeGuard['kind']): boolean => of(kind).length > 0;
  const [open] = of('input').filter(({ facts }) => facts.fields.length > 0);
  if (open !== undefined && has('model') && !has('guarded'))
    yield {
      clue: open,
      subject: 'personal-data',
      message: `The input "${open.facts.name}" has ${quoted(open.facts.fields)}, and no guardrail of the agent looks for personal data.`,
    };
  if (has('numbers') && !has('input') && !has('tool') && !has('brings'))
    for (const clue of of('personal'))
      yield {
        clue,
        subject: 'inert',
        message: `The guardrail at "${clue.facts.name}" looks for personal data, and no input or tool of the agent can bring any.`,
      };
  for (const clue of of('injection-logged'))
    yield {
      clue,
      subject: 'logged',
      message: `The guardrail at "${clue.facts.name}" logs a prompt injection, which reaches the model all the same.`,
    };
  for (const clue of of('blocked'))
    yield {
      clue,
      subject: 'blocked',
      message: `The guardrail at the tool "${clue.facts.name}" blocks ${quoted(clue.facts.fields)}, which the tool takes: calls with it fail.`,
    };
  // Those of plain functions run all the same.
  if (has('langchain') && has('guarded-maker') && !has('own-source'))
    for (const clue of of('platform-source'))
      yield {
        clue,
        subject: 'source',
        message: `Guardrails of "${clue.facts.name}" never run at a model or agent of LangChain: only "uipath_langchain.guardrails" attaches them.`,
      };
}
