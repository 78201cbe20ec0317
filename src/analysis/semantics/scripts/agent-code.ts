/** Reads what a Python file of an agent does with models, guardrails, traces and data, by its statements. */
import { parameterParts } from './parameters.ts';
import { type PythonStatement, pythonStatements } from './python-statements.ts';

/** A function with what stands above it. */
export interface AgentFunction {
  readonly name: string;
  /** Line of the first decorator, or of the function, from 1. */
  readonly line: number;
  /** Decorators as they stand, without texts. */
  readonly decorators: readonly string[];
  readonly parameters: readonly string[];
  readonly isAsync: boolean;
}

/** A class of data: its fields with their types. */
export interface AgentClass {
  readonly name: string;
  readonly line: number;
  readonly fields: readonly (readonly [name: string, type: string])[];
}

/** A call of a model, or of an agent around one. */
export interface ModelCall {
  readonly line: number;
  /** Variable that holds the model. */
  readonly model: string;
  /** Function that it stands in; '': the module itself. */
  readonly within: string;
}

export interface AgentCode {
  readonly functions: readonly AgentFunction[];
  readonly classes: readonly AgentClass[];
  /** Words of the module itself: each name that it defines is one of them. */
  readonly words: ReadonlySet<string>;
  /** Its names are decided in a run, or come from another module. */
  readonly hasOtherNames: boolean;
  /** Functions that return a model, or an agent around one. */
  readonly makers: ReadonlySet<string>;
  /** Calls that no try stands around. */
  readonly bareCalls: readonly ModelCall[];
  /** Functions that are called inside of a try. */
  readonly tried: ReadonlySet<string>;
  /** Modules that it takes names from → line. */
  readonly sources: ReadonlyMap<string, number>;
  readonly hasModel: boolean;
}

/** Makes a model, or an agent around one. */
const MAKES_MODEL =
  /\b(?:UiPath\w{0,20}Chat\w{0,20}|(?:Azure)?Chat(?:OpenAI|Anthropic|VertexAI|GoogleGenerativeAI|Bedrock\w{0,10})|init_chat_model|create_(?:react_)?agent)\(/;
/** Ways to make a model that repeats a failed call, or has another one for it. */
const REPEATS = /\.with_(?:retry|fallbacks)\(|\bmax_retries *=/;
const CALLS = /\b(\w+)(?:\(\))?\.(?:ainvoke|invoke|astream|stream)\(/;
const FUNCTION = /^(async )?def +(\w+) *\(/;
const CLASS = /^class (\w+)/;
const FIELD = /^(\w+) *: *([^=]+)/;
const VALUE = /^(\w+) *(?::[^=]+)?=(?!=) *(.+)/;
const FROM = /^from +([\w.]+) +import\b/;
const CALLED = /\b(\w+)\(/g;
/** A word that is no member of another. */
const WORDS = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{M}\p{N}_]*/gu;
const OTHER_NAMES = /\b(?:__getattr__|globals|vars|exec|setattr)\b|\bsys\.modules\b/;
const GLOBAL = /^global +/;
const RETURNED = /^return +(\w+)$/;

interface Block {
  readonly kind: 'function' | 'class' | 'try' | 'other';
  readonly indent: number;
  readonly name: string;
}

/** Returns the parameters of a function, without their types. */
const parametersOf = (code: string): readonly string[] =>
  parameterParts(code.slice(code.indexOf('(') + 1)).map((part) => part.split(/[:=]/, 1)[0]!.trim());

/** Reads one file, a statement at a time. */
class AgentCodeReading {
  readonly functions: AgentFunction[] = [];
  readonly classes: { name: string; line: number; fields: [string, string][] }[] = [];
  readonly words = new Set<string>();
  readonly makers = new Set<string>();
  hasOtherNames = false;
  readonly bareCalls: ModelCall[] = [];
  readonly tried = new Set<string>();
  readonly sources = new Map<string, number>();
  hasModel = false;
  /** Variable or function that holds or makes a model → a failed call is repeated. */
  readonly #models = new Map<string, boolean>();
  readonly #open: Block[] = [];
  #decorators: PythonStatement[] = [];

  read(statement: PythonStatement): void {
    const { line, indent, code } = statement;
    while (this.#open.length > 0 && this.#open.at(-1)!.indent >= indent) this.#open.pop();
    if (code.startsWith('@')) {
      this.#decorators.push(statement);
      return;
    }
    this.#readNames(code);
    const from = FROM.exec(code)?.[1];
    if (from !== undefined && !this.sources.has(from)) this.sources.set(from, line);
    this.#readBlock(statement);
    this.#readModel(code);
    this.#readCalls(statement);
    this.#decorators = [];
  }

  /** Reads the names that a statement may define: Python has more ways to do it than this reader distinguishes. */
  #readNames(code: string): void {
    this.hasOtherNames ||= OTHER_NAMES.test(code) || (code.startsWith('from ') && code.includes('*'));
    const isInner = this.#open.some(({ kind }) => kind === 'function' || kind === 'class');
    if (isInner && !GLOBAL.test(code)) return;
    for (const [word] of code.matchAll(WORDS)) this.words.add(word);
  }

  /** Reads the head of a block, or a field of the innermost class. */
  #readBlock({ line, indent, code }: PythonStatement): void {
    const [, isAsync, name] = FUNCTION.exec(code) ?? [];
    const type = CLASS.exec(code)?.[1];
    if (name !== undefined) {
      this.functions.push({
        name,
        line: this.#decorators[0]?.line ?? line,
        decorators: this.#decorators.map((decorator) => decorator.code),
        parameters: parametersOf(code),
        isAsync: isAsync !== undefined,
      });
      this.#open.push({ kind: 'function', indent, name });
    } else if (type !== undefined) {
      this.classes.push({ name: type, line, fields: [] });
      this.#open.push({ kind: 'class', indent, name: type });
    } else if (code.endsWith(':'))
      this.#open.push({ kind: /^try *:/.test(code) ? 'try' : 'other', indent, name: '' });
    else if (this.#open.at(-1)?.kind === 'class') {
      const [, field, fieldType] = FIELD.exec(code) ?? [];
      if (field !== undefined) this.classes.at(-1)!.fields.push([field, fieldType!.trim()]);
    }
  }

  #readModel(code: string): void {
    const isModel = MAKES_MODEL.test(code);
    this.hasModel ||= isModel;
    const [, name, value] = VALUE.exec(code) ?? [];
    const within = this.#within();
    if (name !== undefined) {
      const made = isModel || CALLS.test(value!) ? undefined : this.#heldIn(value!);
      if (isModel && !CALLS.test(value!)) this.#models.set(name, REPEATS.test(value!));
      else if (made !== undefined) this.#models.set(name, made || REPEATS.test(value!));
    } else if (within !== '' && code.startsWith('return ')) {
      const repeats = isModel ? REPEATS.test(code) : this.#models.get(RETURNED.exec(code)?.[1] ?? '');
      if (repeats === undefined) return;
      this.#models.set(within, repeats);
      this.makers.add(within);
    }
  }

  /** Returns whether the model in a value repeats failed calls; undefined if there is none. */
  #heldIn(value: string): boolean | undefined {
    const held = (value.match(/\w+/g) ?? []).find((word) => this.#models.has(word));
    return held === undefined ? undefined : this.#models.get(held);
  }

  #readCalls({ line, code }: PythonStatement): void {
    const isTried = this.#open.some(({ kind }) => kind === 'try');
    if (isTried) for (const [, name] of code.matchAll(CALLED)) this.tried.add(name!);
    const model = CALLS.exec(code)?.[1];
    if (model === undefined || isTried || this.#models.get(model) !== false || REPEATS.test(code)) return;
    this.bareCalls.push({ line, model, within: this.#within() });
  }

  #within(): string {
    return this.#open.findLast(({ kind }) => kind === 'function')?.name ?? '';
  }
}

/** Reads a Python file of an agent. */
export function agentCode(text: string): AgentCode {
  const reading = new AgentCodeReading();
  for (const statement of pythonStatements(text)) reading.read(statement);
  return reading;
}
