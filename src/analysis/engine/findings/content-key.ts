/** Keys that findings share when their elements are copies of each other, in whichever files of a project. */
import { createHmac, hash } from 'node:crypto';
import { derived } from '../../model/interning/derived.ts';
import type { Anchor, Role, Workflow } from '../../model/workflow.ts';
import { type CopyKeys, contentOf, holderParts, OF_ANALYSIS, prefixed, valueParts } from './copy-key.ts';

/** Content of a step with all inside it. */
interface StepContent {
  readonly digest: string;
  /** Characters of its values. */
  readonly characters: number;
}

/** Characters of values from which on equal content is a copy; a short pause or an empty catch are equal by chance. */
const COPY_CHARACTERS_MIN = 64;

/** Roles that mean nothing without the steps beside them. */
const DEPENDENT: ReadonlySet<Role> = new Set(['catch', 'finally', 'resume']);

/** Contents of steps of a workflow, each computed on first use, by index. */
const knownSteps = derived((_: Workflow): Map<number, StepContent> => new Map());

/** Variables and arguments with a value by their place, and by that of the value. */
const holdersByPlace = derived(
  ({ variables, arguments: args }: Workflow) =>
    new Map(
      [...variables, ...args].flatMap((holder) => {
        if (holder.default === undefined || holder.default.text === '') return [];
        const parts = holderParts(holder);
        return [[holder.at, parts] as const, [holder.default.at, parts] as const];
      }),
    ),
);

/** Texts of each step beside its properties: code, notes, data in its scope, and what it calls. */
const textsByStep = derived(
  ({ expressions, notes, variables, calls, connections }: Workflow): Map<number, string[]> => {
    const texts = new Map<number, string[]>();
    const add = (owner: number, parts: readonly string[]): void => {
      const known = texts.get(owner);
      if (known === undefined) texts.set(owner, [...parts]);
      else known.push(...parts);
    };
    for (const expression of expressions) add(expression.owner, valueParts(expression));
    for (const note of notes) add(note.owner, [note.kind, ...valueParts(note)]);
    for (const variable of variables) add(variable.owner, holderParts(variable));
    for (const { owner, target = '', bindings } of calls)
      add(owner, [target, ...bindings.flatMap(({ name, value }) => [name, ...valueParts(value)])]);
    for (const { owner, connector, name } of connections) add(owner, [connector, name]);
    return texts;
  },
);

const charactersOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Returns the content of a step with the steps inside it, without ids and places. */
function stepContent(workflow: Workflow, index: number): StepContent {
  const known = knownSteps(workflow);
  const open = [index];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inside = workflow.children[next] ?? [];
    const missing = inside.filter((child) => !known.has(child));
    if (missing.length > 0) {
      open.push(next, ...missing);
      continue;
    }
    const { type, name, enabled, properties } = workflow.activities[next]!;
    const texts = textsByStep(workflow).get(next) ?? [];
    const values = properties.flatMap(valueParts);
    const contents = inside.map((child) => known.get(child)!);
    const steps = inside.flatMap((child, i) => [workflow.activities[child]!.slot, contents[i]!.digest]);
    known.set(next, {
      digest: hash('sha256', prefixed([type, name, String(enabled), ...values, '', ...texts, '', ...steps])),
      characters: contents.reduce(
        (sum, { characters }) => sum + characters,
        charactersOf(values) + charactersOf(texts),
      ),
    });
  }
  return known.get(index)!;
}

/**
 * Returns the content of what an anchor is at: a variable with a value, a step with all inside it, or the container of
 * a step that is too small to be known as a copy; at the end the workflow as a whole.
 */
function contentAt(workflow: Workflow, { at, owner }: Anchor): readonly string[] {
  const holder = holdersByPlace(workflow).get(at);
  if (holder !== undefined) return holder;
  const { activities } = workflow;
  let index = owner;
  if (index >= 0 && DEPENDENT.has(activities[index]!.role)) index = activities[index]!.parent;
  for (; index >= 0; index = activities[index]!.parent) {
    const { digest, characters } = stepContent(workflow, index);
    if (characters >= COPY_CHARACTERS_MIN) return [digest];
  }
  return [contentOf(workflow)];
}

/**
 * Creates the keys of one file. Equal findings of a file differ by their order: two places in one file are never copies.
 * @param seal a secret, so that a stored key confirms no guessed content
 */
export function createContentKeys(seal: string): CopyKeys {
  const seen = new Map<string, number>();
  return (workflow, { at, message }, { ruleId, subject }, cause) => {
    if (ruleId.startsWith(OF_ANALYSIS)) return undefined;
    const ofElement = cause === undefined ? [subject, message, ...contentAt(workflow, at)] : [cause];
    const parts = [ruleId, workflow.language, ...ofElement];
    const key = createHmac('sha256', seal).update(prefixed(parts)).digest('hex').slice(0, 32);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key}-${count}`;
  };
}
