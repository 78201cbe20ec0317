/** Rows of the tables that are about a step. */
import type {
  BarrierRow,
  ChannelRow,
  FileSource,
  FlowRow,
  GuardRow,
  NamePattern,
  NeutralRow,
  RowNames,
  SettingTest,
  SinkRow,
  StepRow,
  StepSource,
  TransferRow,
} from '../../../facts/data-flow/row.ts';
import type { OwnTables } from '../../../model/data-flow/own-rows.ts';
import { derived } from '../../../model/interning/derived.ts';
import { literalOf, propertyOf } from '../../../model/navigate.ts';
import type { Activity, ExpressionLanguage, Role, Workflow } from '../../../model/workflow.ts';
import { type FamilySet, familyBit, familySet } from './data-effect.ts';
import { nameTest } from './name-test.ts';
import { tablesOf } from './tables-of.ts';

type NameTest = (name: string) => boolean;

interface CompiledTest {
  readonly isName: NameTest;
  readonly is: NamePattern | undefined;
}

/** A row with its tests. */
export interface Compiled<Row> {
  readonly row: Row;
  readonly families: FamilySet;
  /** Tests the settings that the row is about: those that the data comes from. */
  readonly isProperty: NameTest;
  /** Tests the outputs of a transfer or channel; of a guard, the functions that test. */
  readonly isTarget: NameTest;
  readonly when: readonly CompiledTest[];
  readonly unless: readonly CompiledTest[];
}

/** All rows about the steps of one role and name. */
export interface StepRows {
  readonly sources: readonly Compiled<StepSource>[];
  readonly files: readonly Compiled<FileSource>[];
  readonly sinks: readonly Compiled<SinkRow>[];
  readonly transfers: readonly Compiled<TransferRow>[];
  readonly barriers: readonly Compiled<BarrierRow>[];
  readonly guards: readonly Compiled<GuardRow>[];
  readonly neutrals: readonly Compiled<NeutralRow>[];
  readonly channels: readonly Compiled<ChannelRow>[];
  /** Families of its sources and of its sinks. */
  readonly sourceFamilies: FamilySet;
  readonly sinkFamilies: FamilySet;
}

type AnyStepRow = Extract<FlowRow, StepRow & { readonly property: unknown }> | TransferRow | ChannelRow;
interface StepMatcher {
  readonly isStep: NameTest | undefined;
  readonly roles: readonly Role[] | undefined;
  readonly compiled: Compiled<AnyStepRow>;
}

const NONE: readonly CompiledTest[] = [];
const compileTests = (tests: readonly SettingTest[] | undefined): readonly CompiledTest[] =>
  tests?.map(({ property, is }) => ({ isName: nameTest(property), is })) ?? NONE;

/** Returns the test of the functions of a guard, by their whole and their last names. */
function isFunction(row: AnyStepRow): NameTest {
  if (row.kind !== 'guard' || row.functions === undefined) return () => false;
  const isName = nameTest(row.functions);
  return (name) => isName(name) || isName(name.slice(name.lastIndexOf('.') + 1));
}

const inputsOf = (row: AnyStepRow): RowNames =>
  row.kind === 'transfer' || row.kind === 'channel' ? (row.from ?? []) : row.property;

function compile(row: AnyStepRow): StepMatcher {
  const families =
    row.kind === 'source' || row.kind === 'file-source'
      ? familyBit(row.family)
      : familySet('families' in row ? row.families : undefined);
  return {
    isStep: row.steps === undefined ? undefined : nameTest(row.steps),
    roles: row.roles,
    compiled: {
      row,
      families,
      isProperty: nameTest(inputsOf(row)),
      isTarget: row.kind === 'transfer' || row.kind === 'channel' ? nameTest(row.to ?? []) : isFunction(row),
      when: compileTests(row.when),
      unless: compileTests(row.unless),
    },
  };
}

const isStepRow = (row: FlowRow): row is AnyStepRow =>
  row.kind === 'transfer' || row.kind === 'channel' || (row.kind !== 'mention-source' && 'property' in row);

/** Steps whose rows are remembered: their names come from files. */
const STEPS_MAX = 5_000;

/** Rows of one language, by role and name of the step. */
class StepTable {
  private readonly matchers: readonly StepMatcher[];
  private readonly known = new Map<Role, Map<string, StepRows>>();
  private count = 0;

  constructor(rows: readonly FlowRow[]) {
    this.matchers = rows.filter(isStepRow).map(compile);
  }

  rowsOf(role: Role, type: string, call: string): StepRows {
    if (this.count > STEPS_MAX) {
      this.known.clear();
      this.count = 0;
    }
    let ofRole = this.known.get(role);
    if (ofRole === undefined) {
      ofRole = new Map();
      this.known.set(role, ofRole);
    }
    const key = call === '' ? type : call;
    let rows = ofRole.get(key);
    if (rows === undefined) {
      rows = this.find(role, type, call);
      ofRole.set(key, rows);
      this.count += 1;
    }
    return rows;
  }

  private find(role: Role, type: string, call: string): StepRows {
    const found = this.matchers.filter(
      ({ isStep, roles }) =>
        (roles === undefined || roles.includes(role)) &&
        (isStep === undefined || isStep(type) || (call !== '' && isStep(call))),
    );
    const of = <Kind extends AnyStepRow['kind']>(kind: Kind) =>
      found.flatMap(({ compiled }) =>
        compiled.row.kind === kind ? [compiled as Compiled<Extract<AnyStepRow, { kind: Kind }>>] : [],
      );
    const [sources, files, sinks] = [of('source'), of('file-source'), of('sink')];
    const union = (rows: readonly Compiled<unknown>[]) => rows.reduce((set, row) => set | row.families, 0);
    return {
      sources,
      files,
      sinks,
      transfers: of('transfer'),
      barriers: of('barrier'),
      guards: of('guard'),
      neutrals: of('neutral'),
      channels: of('channel'),
      sourceFamilies: union(sources) | union(files),
      sinkFamilies: union(sinks),
    };
  }
}

const tableOf = tablesOf((rows) => new StepTable(rows));

/** Returns what a step calls: `connector/operation` of a cloud flow, `object::action` of Blue Prism; '' for nothing. */
function calledBy(activity: Activity, language: ExpressionLanguage): string {
  if (language === 'blue-prism') {
    const action = propertyOf(activity, 'resource.action')?.text;
    return action === undefined ? '' : `${propertyOf(activity, 'resource.object')?.text ?? ''}::${action}`;
  }
  if (language !== 'workflow-definition') return '';
  const operation = propertyOf(activity, 'operation')?.text;
  if (operation === undefined) return '';
  const connector = literalOf(propertyOf(activity, 'connector')) ?? '';
  return `${connector.replace(/^.*\/apis\//, '').replace('shared_', '')}/${operation}`;
}

/** Returns whether a step has one of the names, by its type or by what it calls. */
export function isNamed(activity: Activity, language: ExpressionLanguage, names: RowNames): boolean {
  const isName = nameTest(names);
  return isName(activity.type) || isName(calledBy(activity, language));
}

/** Rows of all steps, by tables: they are needed again for each setting that data comes to. */
const rowsOfSteps = derived((_: Workflow) => new Map<OwnTables | undefined, readonly StepRows[]>());

/**
 * Returns the rows about a step, before tests of its settings.
 * @param own tables of a policy pack; absent: the built-in ones
 */
export function rowsAt(workflow: Workflow, { index }: Activity, own?: OwnTables): StepRows {
  const known = rowsOfSteps(workflow);
  let rows = known.get(own);
  if (rows === undefined) {
    const { activities, language } = workflow;
    const table = tableOf(language, own);
    rows = activities.map(({ role, type }, at) =>
      table.rowsOf(role, type, calledBy(activities[at]!, language)),
    );
    known.set(own, rows);
  }
  return rows[index]!;
}

const holds = ({ properties }: Activity, { isName, is }: CompiledTest): boolean =>
  properties.some(({ name, text }) => isName(name) && (is === undefined || is.test(text)));

/** Returns whether the settings of a step pass all tests. */
export const passesTests = (activity: Activity, tests: readonly SettingTest[]): boolean =>
  compileTests(tests).every((test) => holds(activity, test));

/** By step: rows with tests, and whether its settings pass them. */
const suitedRows = new WeakMap<Activity, Map<Compiled<unknown>, boolean>>();

/** Returns whether the settings of a step are those that a row is about. */
export function suits(activity: Activity, row: Compiled<unknown>): boolean {
  const { when, unless } = row;
  if (when.length === 0 && unless.length === 0) return true;
  let known = suitedRows.get(activity);
  if (known === undefined) suitedRows.set(activity, (known = new Map()));
  let isSuited = known.get(row);
  if (isSuited === undefined) {
    isSuited = when.every((test) => holds(activity, test)) && !unless.some((test) => holds(activity, test));
    known.set(row, isSuited);
  }
  return isSuited;
}

/** Returns the families of which an output of a step has no data, by the rows about barriers. */
export function barredAt(workflow: Workflow, activity: Activity, output: string, own?: OwnTables): FamilySet {
  return rowsAt(workflow, activity, own).barriers.reduce(
    (set, row) => (row.isProperty(output) && suits(activity, row) ? set | row.families : set),
    0,
  );
}
