/** Reader of coded workflows and coded tests: C# beside the workflows of a project. */
import type { Workflow } from '../../../model/workflow.ts';
import type { CodeFile, CodeMethod, TypeDeclaration } from '../../dot-net/code/code.ts';
import { behindType } from '../../dot-net/code/parts.ts';
import { readCode } from '../../dot-net/code/read-code.ts';
import { closeDraft, type Draft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { limitExceeded } from '../../limits.ts';
import { codeSource } from './code-source.ts';
import { addComments } from './comments.ts';
import { type CodedReading, openReading, symbol } from './reading.ts';
import { addMembers, addMethod, OUTSIDE } from './steps.ts';
import { studioType } from './type-names.ts';

const BASE = /(?:^|\.)CodedWorkflow(?:Base)?$/;
const STARTS = /^(?:Workflow|TestCase)(?:CodeAttribute)?$/;
const VENDOR = 'UiPath';
const OWN_BASE = 'CodedWorkflow';
/** Outputs of a workflow: each return sets all of them. */
const OUTPUTS_MAX = 100;

/** Files are recognised by their code, and read at once afterwards. */
const codeOf = new WeakMap<InputFile, CodeFile>();

function codeIn(file: InputFile): CodeFile {
  let code = codeOf.get(file);
  if (code === undefined) {
    code = readCode(file.bytes.toString('utf8'));
    codeOf.set(file, code);
  }
  return code;
}

const startOf = ({ methods }: TypeDeclaration): CodeMethod | undefined =>
  methods.find(({ attributes }) => attributes.some(({ name }) => STARTS.test(name)));

const isDerived = ({ bases }: TypeDeclaration): boolean => bases.some((base) => BASE.test(base));
const isCoded = (type: TypeDeclaration): boolean => isDerived(type) || startOf(type) !== undefined;

/** Returns the method `Execute` of a class that forgets its base, in a file that speaks of coded workflows. */
const plainStartOf = ({ bases, methods }: TypeDeclaration): CodeMethod | undefined =>
  bases.length === 0
    ? methods.find(({ name, returns }) => name.text === 'Execute' && returns !== '')
    : undefined;
const isPlain = (type: TypeDeclaration): boolean => plainStartOf(type) !== undefined;

/** Returns whether a class has the vendor's base or attribute, or forgets them in a file that names the base. */
function isCodedWorkflow(file: InputFile): boolean {
  const { types } = codeIn(file);
  if (types.some(file.bytes.includes(VENDOR) ? isCoded : isDerived)) return true;
  return file.bytes.includes(OWN_BASE) && types.some(isPlain);
}

/** Stores what Studio needs to start the class, for the rule that compares it with the project. */
function readHead({ settings }: Draft, own: TypeDeclaration, start: CodeMethod): void {
  const starts = own.methods.filter(({ attributes }) => attributes.some(({ name }) => STARTS.test(name)));
  const passed = start.parameters.filter(({ direction }) => direction !== 'in');
  settings.set('className', own.name.text);
  settings.set('classAt', String(own.name.at));
  settings.set('startAt', String(start.name.at));
  settings.set('startName', start.name.text);
  if (own.bases.length === 0) settings.set('lacksBase', 'true');
  if (starts.length === 0) settings.set('lacksAttribute', 'true');
  if (starts.length > 1) settings.set('starts', starts.map(({ name }) => name.text).join('\n'));
  if (passed.length > 0) settings.set('outParameters', passed.map(({ name }) => name.text).join('\n'));
}

/** Reads the one workflow of a file that was recognised. */
function readCodedWorkflow(file: InputFile): Workflow {
  const code = codeIn(file);
  const { types, cursor } = code;
  const own =
    types.find((type) => startOf(type) !== undefined) ?? types.find(isCoded) ?? types.find(isPlain)!;
  const { text: name } = own.name;
  const draft = openDraft('uipath', 'uipath-coded-workflow', name, 'csharp', codeSource(cursor.text));
  draft.settings.set('expressionLanguage', 'CSharp');
  const reading = openReading(code, file.bytes, draft);
  const start = startOf(own) ?? own.methods.find((method) => method.name.text === 'Execute');
  if (start !== undefined) {
    readHead(draft, own, start);
    readStart(reading, start);
  }
  addMembers(reading, types, start);
  addComments(reading);
  return closeDraft(draft);
}

/** Reads the method that a run starts with: its parameters and its result are the arguments of the workflow. */
function readStart(reading: CodedReading, start: CodeMethod): void {
  const { draft } = reading;
  const outputs = outputsOf(reading, start);
  // A result with the name of a parameter is the same argument.
  const both = new Set(outputs.map(({ name }) => name));
  const isBoth = (parameter: string): boolean => both.has(parameter);
  for (const parameter of start.parameters)
    draft.arguments.push({
      ...symbol(reading, -1, parameter),
      direction: isBoth(parameter.name.text) ? 'in-out' : parameter.direction,
    });
  const known = new Set(draft.arguments.map(({ name }) => name));
  for (const { name, type } of outputs.filter((output) => !known.has(output.name)))
    draft.arguments.push({
      ...symbol(reading, -1, { name: { text: name, at: start.name.at }, type }),
      direction: 'out',
    });
  addMethod(reading, { ...start, parameters: [] }, OUTSIDE);
}

/** Returns the outputs of a method: a single result is `Output`, and a tuple has names. */
function outputsOf({ file: { cursor } }: CodedReading, { returns, name }: CodeMethod) {
  const type = returns.replace(/^(?:async )?(?:System\.Threading\.Tasks\.)?Task(?:<([\s\S]*)>)?$/, '$1');
  if (type === '' || type === 'void') return [];
  if (!type.startsWith('(')) return [{ name: 'Output', type: studioType(type) }];
  let at = 0;
  while (cursor.start(at) < name.at) at += 1;
  // The bracket of the tuple ends before the name; a `Task` of it has one more sign between.
  let close = at - 1;
  while (close > 0 && !cursor.isSign(')', close)) close -= 1;
  let open = close;
  while (open > 0 && cursor.closeOf(open) !== close) open -= 1;
  const outputs: { readonly name: string; readonly type: string }[] = [];
  for (let from = open + 1; from < close; ) {
    const end = behindType(cursor, from);
    if (end === undefined) break;
    const isNamed = cursor.isName(end);
    const own = isNamed ? cursor.token(end)!.text : `Item${outputs.length + 1}`;
    if (outputs.length === OUTPUTS_MAX)
      throw limitExceeded(`has more than ${OUTPUTS_MAX} outputs`, OUTPUTS_MAX);
    outputs.push({ name: own, type: cursor.textOf(from, end) });
    from = end + (isNamed ? 2 : 1);
  }
  return outputs;
}

/** Coded workflows and tests of UiPath. */
export const codedWorkflow: KindReader = {
  kind: 'uipath-coded-workflow',
  path: /\.cs$/i,
  syntax: 'other',
  marks: ['CodedWorkflow', '[Workflow', '[TestCase'],
  isOne: isCodedWorkflow,
  read: (file) => [readCodedWorkflow(file)],
};
