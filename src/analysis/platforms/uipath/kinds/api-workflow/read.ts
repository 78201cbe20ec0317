/**
 * Reads API workflows of UiPath: documents of the Serverless Workflow language 1.0 with expressions in JavaScript.
 * Source: https://github.com/serverlessworkflow/specification/blob/main/dsl-reference.md
 */
import type { Property, Workflow } from '../../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { expressionSyntax, scriptSyntax } from '../../../javascript/syntax.ts';
import {
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  stringOf,
  text,
} from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import {
  kindSettingNames,
  memberName,
  readStepSettings,
  type SettingsReading,
} from '../../../kinds/json-settings.ts';
import { addArguments, fieldOf, membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import { taskKind } from './tasks.ts';

/** Members of a task that hold other tasks, or facts for the designer alone. */
const STRUCTURE: ReadonlySet<string> = new Set(['do', 'try', 'catch', 'metadata', 'switch']);
/** Parts that the designer splits a container into: `If_1#Wrapper`, `If_1#Then`, `For_Each_1#Body`. */
const PART = /#(Wrapper|Then|Else|Body|Case[^#]*|Default)$/;
/** Settings that are expressions without a mark. */
const UNMARKED = /(?:^|\.)export\.as$/;
const SCRIPT = /^run\.script\.code$/;

function readingOf(doc: JsonDocument, draft: Draft): SettingsReading {
  return {
    doc,
    draft,
    expressionIn(value, { text: name }) {
      if (SCRIPT.test(name)) return { syntax: scriptSyntax, text: value };
      const trimmed = value.trim();
      if (trimmed.startsWith('${') && trimmed.endsWith('}'))
        return { syntax: expressionSyntax, text: trimmed.slice(2, -1) };
      return UNMARKED.test(name) ? { syntax: expressionSyntax, text: value } : undefined;
    },
    // Branches are tasks of their own.
    isNoise: ({ text: name }) => name === 'fork.branches',
  };
}

/** Walk through the tasks of a document. */
class TaskWalk {
  readonly reading: SettingsReading;
  readonly #doc: JsonDocument;
  readonly #draft: Draft;

  constructor(doc: JsonDocument, draft: Draft) {
    this.reading = readingOf(doc, draft);
    this.#doc = doc;
    this.#draft = draft;
  }

  /** Reads a list of tasks, each an object with one member. */
  tasks(list: number, parent: number, slot: string): void {
    const doc = this.#doc;
    if (list === -1) return;
    if (doc.kinds[list] !== JsonKind.array) {
      this.#unread(list, parent, 'The list of tasks is not an array.');
      return;
    }
    for (const entry of membersAt(doc, list)) {
      const first = doc.kinds[entry] === JsonKind.object ? firstJsonChild(doc, entry) : -1;
      if (first === -1 || doc.kinds[first] !== JsonKind.object) {
        this.#unread(entry, parent, 'An entry of the list is no task.');
        continue;
      }
      for (const task of membersAt(doc, entry)) this.#task(task, parent, slot);
    }
  }

  #unread(at: number, owner: number, reason: string): void {
    this.#draft.unread.push({ at, owner, name: keyOf(this.#doc, at), kind: 'wrong-type', reason });
  }

  #task(at: number, parent: number, slot: string): void {
    const doc = this.#doc;
    if (doc.kinds[at] !== JsonKind.object) {
      this.#unread(at, parent, 'A task is not an object.');
      return;
    }
    const key = keyOf(doc, at);
    const part = PART.exec(key)?.[1];
    if (part !== undefined && part !== 'Wrapper' && parent !== -1) this.#part(at, parent, part);
    else if (this.#isTest(at, parent)) this.#test(at, parent);
    else this.#step(at, key.replace(/#Wrapper$/, ''), parent, slot);
  }

  /** Reads a part of a container: its tasks belong to the container itself. */
  #part(at: number, parent: number, part: string): void {
    const activity = this.#draft.activities[parent]!;
    this.#settings(at, activity, `${part}.`);
    this.tasks(member(this.#doc, at, 'do'), parent, part === 'Body' ? '' : part);
  }

  /** Returns whether a task is the test of the condition around it, which the designer shows as one step. */
  #isTest(at: number, parent: number): boolean {
    const around = this.#draft.activities[parent];
    return around?.role === 'branch' && around.id === keyOf(this.#doc, at);
  }

  #test(at: number, parent: number): void {
    const activity = this.#draft.activities[parent]!;
    const cases = member(this.#doc, at, 'switch');
    if (cases !== -1) readStepSettings(this.reading, cases, activity, memberName(this.#doc, cases));
    this.#settings(at, activity, '');
  }

  #step(at: number, id: string, parent: number, slot: string): void {
    const doc = this.#doc;
    const { type, role } = taskKind(doc, at, id);
    const metadata = objectAt(doc, at, 'metadata');
    const name = (metadata === -1 ? undefined : text(doc, metadata, 'displayName')) || id;
    const activity = addActivity(this.#draft, { at, parent, slot, type, role, name, id, properties: [] });
    this.#settings(at, activity, '');
    this.#facts(at, activity);
    const { index } = activity;
    this.tasks(member(doc, at, 'do'), index, '');
    this.tasks(member(doc, at, 'try'), index, 'Try');
    this.#catch(at, index);
    const cases = role === 'branch' ? member(doc, at, 'switch') : -1;
    if (cases !== -1 && !id.endsWith('#Wrapper'))
      readStepSettings(this.reading, cases, activity, memberName(doc, cases));
    this.#fork(at, index);
  }

  /** Reads the branches of a fork: each is a task, or a list of tasks. */
  #fork(at: number, parent: number): void {
    const doc = this.#doc;
    const fork = objectAt(doc, at, 'fork');
    const branches = fork === -1 ? -1 : member(doc, fork, 'branches');
    for (const branch of membersAt(doc, branches))
      if (doc.kinds[branch] === JsonKind.array) this.tasks(branch, parent, 'Branch');
      else if (doc.kinds[branch] === JsonKind.object)
        for (const task of membersAt(doc, branch)) this.#task(task, parent, 'Branch');
      else this.#unread(branch, parent, 'A branch is no task.');
  }

  #catch(at: number, parent: number): void {
    const doc = this.#doc;
    const handler = objectAt(doc, at, 'catch');
    if (handler === -1) return;
    const as = text(doc, handler, 'as') ?? 'error';
    const fields = {
      at: handler,
      parent,
      slot: 'Catch',
      type: 'Catch',
      role: 'catch',
      name: 'Catch',
      id: '',
    } as const;
    const activity = addActivity(this.#draft, { ...fields, properties: [] });
    this.#settings(handler, activity, '');
    this.#iterator(handler, as, activity);
    this.tasks(member(doc, handler, 'do'), activity.index, '');
  }

  /** Declares the name under which a container gives something to its tasks. */
  #iterator(at: number, name: string, { index }: DraftActivity): void {
    const key = `$${name}`;
    const fields = {
      at,
      owner: index,
      name,
      key,
      type: '',
      secure: false,
      default: undefined,
      enabled: true,
    };
    this.#draft.variables.push(fields);
  }

  #settings(at: number, activity: DraftActivity, prefix: string): void {
    for (const setting of membersAt(this.#doc, at)) {
      const name = memberName(this.#doc, setting);
      if (STRUCTURE.has(name.key)) continue;
      const label = prefix === '' ? name : kindSettingNames.own(prefix + name.key);
      readStepSettings(this.reading, setting, activity, label);
    }
  }

  #facts(at: number, activity: DraftActivity): void {
    const doc = this.#doc;
    const loop = objectAt(doc, at, 'for');
    if (loop !== -1)
      for (const key of ['each', 'at']) {
        const name = text(doc, loop, key);
        if (name !== undefined) this.#iterator(member(doc, loop, key), name, activity);
      }
    const settings = objectAt(doc, at, 'with');
    const connector = settings === -1 ? -1 : member(doc, settings, 'connector');
    const connectorKey = connector === -1 ? undefined : stringOf(doc, connector);
    if (connectorKey !== undefined) {
      const name = text(doc, settings, 'connectionId') ?? connectorKey;
      this.#draft.connections.push({
        at: connector,
        owner: activity.index,
        name,
        connector: connectorKey,
        fixed: false,
      });
    }
    const called = objectAt(doc, at, 'run', 'workflow');
    if (called !== -1) this.#call(called, activity);
  }

  #call(at: number, { index, name }: DraftActivity): void {
    const doc = this.#doc;
    const target = member(doc, at, 'name');
    const inputs = objectAt(doc, at, 'input');
    const bindings = [...membersAt(doc, inputs)].map((input) => {
      const properties: Property[] = [];
      readStepSettings(this.reading, input, { index, properties }, kindSettingNames.own(keyOf(doc, input)));
      const value = properties[0] ?? { at: input, owner: index, name: '', text: '', expression: undefined };
      return { name: keyOf(doc, input), direction: 'in', value } as const;
    });
    const isFixed = target !== -1 && doc.kinds[target] === JsonKind.string;
    this.#draft.calls.push({
      at: target === -1 ? at : target,
      owner: index,
      name,
      target: isFixed ? stringOf(doc, target) : undefined,
      bindings,
    });
  }
}

/** Returns the name of a workflow: its file is called `Workflow.json`, its folder says what it is. */
function nameOf({ path, name }: InputFile, doc: JsonDocument): string {
  const own =
    text(doc, objectAt(doc, 0, 'document'), 'title') ?? text(doc, objectAt(doc, 0, 'document'), 'name');
  if (own !== undefined && own !== '' && own !== 'Workflow') return own;
  const folder = path.split('/').at(-2);
  return folder ?? name.replace(/\.json$/i, '');
}

function schemaOf(doc: JsonDocument, ...path: readonly string[]): number {
  return objectAt(doc, 0, ...path, 'schema', 'document', 'properties');
}

/** Reads the workflow of a document that `isApiWorkflowDocument` accepts. */
export function readApiWorkflow(file: InputFile): Workflow {
  const doc = file.json();
  const draft = openDraft(
    'uipath',
    'uipath-api-workflow',
    nameOf(file, doc),
    'javascript',
    memberSource(doc),
  );
  const tags = objectAt(doc, 0, 'document', 'tags');
  draft.artifactKey = (tags === -1 ? undefined : text(doc, tags, 'projectId')) ?? draft.name;
  const walk = new TaskWalk(doc, draft);
  addArguments(walk.reading, schemaOf(doc, 'input'), 'in', (name) => `$workflow.input.${name}`);
  addArguments(walk.reading, schemaOf(doc, 'output'), 'out', (name) => `output.${name}`);
  for (const at of membersAt(doc, schemaOf(doc, 'document', 'metadata', 'variables')))
    draft.variables.push(fieldOf(walk.reading, at, `$context.variables.${keyOf(doc, at)}`));
  walk.tasks(member(doc, 0, 'do'), -1, '');
  return closeDraft(draft);
}

/** Returns whether a document is of the Serverless Workflow language. */
export function isApiWorkflowDocument(doc: JsonDocument): boolean {
  const header = objectAt(doc, 0, 'document');
  const tasks = header === -1 ? -1 : member(doc, 0, 'do');
  return tasks !== -1 && doc.kinds[tasks] === JsonKind.array && text(doc, header, 'dsl') !== undefined;
}
