/** Sources of data in a workflow: where it comes in, before it is followed. */
import type {
  FlowRow,
  FunctionSource,
  ItemSource,
  MentionSource,
  RowNames,
  SymbolSource,
} from '../../../facts/data-flow/row.ts';
import type { Family } from '../../../model/data-flow/family.ts';
import { remembered } from '../../../model/interning/remembered.ts';
import { isLive } from '../../../model/navigate.ts';
import type { Activity, Anchor, Argument, Variable, Workflow } from '../../../model/workflow.ts';
import { reaches, secretness } from '../../secretness/secretness.ts';
import { type FamilySet, familyBit } from './data-effect.ts';
import { nameTest } from './name-test.ts';
import { isNamed, passesTests } from './step-rows.ts';
import { tablesOf } from './tables-of.ts';

/** A place where data comes in. */
export interface DataSource {
  /** Absent for data from another file, which may be of any. */
  readonly family?: Family;
  readonly words: string;
  readonly at: Anchor;
  /** Symbol, setting or item that holds it. */
  readonly name: string;
  readonly step: string;
  /** Returns whether a member of it is filled by the service. Absent: none is. */
  readonly isOwn?: ((member: string) => boolean) | undefined;
  /** True for data that comes from another file, whose members are not known here. */
  readonly isEntry?: true;
  /** Number of further sources that count as this one. */
  more: number;
}

/** A row about names, with its test. */
export interface NamedRow<Row> {
  readonly row: Row;
  readonly isName: (name: string) => boolean;
}

/** A row about symbols, with its test. */
export interface SymbolRow {
  readonly row: SymbolSource;
  readonly isSymbol: (symbol: Variable) => boolean;
}

/** Rows of a language about data that no step gives. */
export interface OtherSources {
  readonly symbols: readonly SymbolRow[];
  readonly mentions: readonly NamedRow<MentionSource>[];
  readonly items: readonly NamedRow<ItemSource>[];
  /** Returns the families of the items of a name. */
  readonly familiesOfItem: (name: string) => FamilySet;
  readonly functions: readonly NamedRow<FunctionSource>[];
}

/** Returns the trigger that gives the data of a row about mentions; undefined where none has its settings. */
export function triggerOfRow(workflow: Workflow, { steps, when }: MentionSource): Activity | undefined {
  return workflow.activities.find(
    (activity) =>
      activity.role === 'trigger' &&
      isLive(activity) &&
      (steps === undefined || isNamed(activity, workflow.language, steps)) &&
      passesTests(activity, when ?? []),
  );
}

/** Returns whether callers give a symbol its value. */
export const isGivenByCaller = (symbol: Variable): boolean =>
  'direction' in symbol && (symbol as Argument).direction !== 'out';

const isSecretName = remembered((name: string): boolean => reaches(secretness(name), 'likely'));

const OWN = new Map<RowNames, (member: string) => boolean>();

/** Returns the test of the members that a row leaves out; undefined where it leaves out none. */
export function ownMembers(without: RowNames | undefined): ((member: string) => boolean) | undefined {
  if (without === undefined) return undefined;
  let isOwn = OWN.get(without);
  if (isOwn === undefined) {
    isOwn = remembered(nameTest(without));
    OWN.set(without, isOwn);
  }
  return isOwn;
}

/** Creates the test of a name, which may be that of a secret. */
function testOf(names: RowNames | 'secret' | undefined): (name: string) => boolean {
  if (names === undefined) return () => true;
  return names === 'secret' ? isSecretName : remembered(nameTest(names));
}

function symbolTest({ types, names, isSecure, isInput }: SymbolSource): (symbol: Variable) => boolean {
  const [isType, isName] = [testOf(types), testOf(names)];
  return (symbol) =>
    (isSecure !== true || symbol.secure) &&
    (isInput !== true || isGivenByCaller(symbol)) &&
    isType(symbol.type) &&
    isName(symbol.name);
}

function otherSources(rows: readonly FlowRow[]): OtherSources {
  const symbols = rows.flatMap((row) =>
    row.kind === 'symbol-source' ? [{ row, isSymbol: symbolTest(row) }] : [],
  );
  const mentions = rows.flatMap((row) =>
    row.kind === 'mention-source' ? [{ row, isName: testOf(row.keys) }] : [],
  );
  const items = rows.flatMap((row) =>
    row.kind === 'item-source' ? [{ row, isName: testOf(row.names) }] : [],
  );
  const functions = rows.flatMap((row) =>
    row.kind === 'function-source' ? [{ row, isName: testOf(row.functions) }] : [],
  );
  const familiesOfItem = remembered((name): FamilySet => {
    let families = 0;
    for (const { row, isName } of items) if (isName(name)) families |= familyBit(row.family);
    return families;
  });
  return { symbols, mentions, items, familiesOfItem, functions };
}

/** Returns the rows of a language about data that no step gives. */
export const otherSourcesOf = tablesOf(otherSources);
