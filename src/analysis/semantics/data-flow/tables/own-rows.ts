/** Tables of a policy pack: the built-in rows, without those that its own replace, and its own. */

import { matchesWildcard } from '../../../../text/wildcard.ts';
import { FLOW_ROWS } from '../../../facts/data-flow/flow-rows.ts';
import {
  type FlowRow,
  type NamePattern,
  OUTPUT,
  type RowNames,
  type SettingTest,
  type StepRow,
} from '../../../facts/data-flow/row.ts';
import { FAMILIES, type Family } from '../../../model/data-flow/family.ts';
import type { OwnStep, OwnTables } from '../../../model/data-flow/own-rows.ts';
import type { ExpressionLanguage, Role } from '../../../model/workflow.ts';
import { isRequestAddress, requestHost } from '../../request-address.ts';

const ALL: NamePattern = { test: () => true };

/** Roles of steps that send requests. Others have addresses too, such as a browser, whose pages may lead anywhere. */
const REQUESTING: readonly Role[] = ['http'];

/** The key of what starts a flow: no step gives it. */
const TRIGGER = 'trigger';

const wildcard = (pattern: string): NamePattern => ({ test: (name) => matchesWildcard(name, pattern) });

/** Returns names for the tables: those without `*` are looked up. */
const namesOf = (names: readonly string[]): RowNames =>
  names.map((name) => (name.includes('*') ? wildcard(name) : name));

/** Returns the test of a step by the host that it sends a request to. */
const sendsTo = (hosts: readonly string[]): SettingTest => ({
  property: { test: isRequestAddress },
  is: {
    test: (address) => {
      const host = requestHost(address);
      return host !== undefined && hosts.some((pattern) => matchesWildcard(host, pattern.toLowerCase()));
    },
  },
});

/** Returns names of steps: connectors are known without the beginning that exports give them. */
const stepNames = (steps: readonly string[]): RowNames =>
  namesOf(steps.map((name) => name.replace(/^shared_(?=.*\/)/i, '')));

/** Returns the row of a trigger that is one of the steps, if its output counts. */
function startOf(
  family: Family,
  { words, steps, when = {}, settings }: OwnStep & { readonly words: string },
): readonly FlowRow[] {
  if (steps === undefined || settings?.every((name) => !isOutput(name)) === true) return [];
  const start = { keys: TRIGGER, steps: stepNames(steps), when: settingTests(when) };
  return [{ kind: 'mention-source', family, words, ...start }];
}

const settingTests = (when: Readonly<Record<string, string>>): readonly SettingTest[] =>
  Object.entries(when).map(([property, text]) => ({ property, is: wildcard(text) }));

function stepOf({ steps, hosts, when = {} }: OwnStep): StepRow {
  const tests = [...settingTests(when), ...(hosts === undefined ? [] : [sendsTo(hosts)])];
  return {
    ...(steps === undefined ? { roles: REQUESTING } : { steps: stepNames(steps) }),
    ...(tests.length > 0 && { when: tests }),
  };
}

/** Returns whether a name of a setting stands for what a step gives without one. */
const isOutput = (name: string): boolean => name.toLowerCase() === 'output';

/** Settings that a row is about: by name, as the output of a step without a name, or all. */
const settingsOf = ({ settings }: OwnStep): RowNames =>
  settings === undefined ? ALL : namesOf(settings.map((name) => (isOutput(name) ? OUTPUT : name)));

/** Returns the rows of names that hold data. */
const named = (family: Family, words: string, names: readonly string[]): FlowRow[] => {
  const own = namesOf(names);
  return [
    { kind: 'symbol-source', family, words, names: own },
    { kind: 'item-source', family, words, names: own },
  ];
};

const SOURCES: ReadonlySet<FlowRow['kind']> = new Set([
  'source',
  'file-source',
  'symbol-source',
  'mention-source',
  'item-source',
  'function-source',
]);

/** Returns the rows of a rule, and those of the built-in ones that stay beside them. */
function rowsOfRule(builtIn: readonly FlowRow[], own: NonNullable<OwnTables['rows']>): readonly FlowRow[] {
  const { family, kinds, sources, sinks = [], barriers = [], guards = [] } = own;
  const families = [family];
  const left = builtIn.filter((row) => {
    if (row.kind === 'sink' || row.kind === 'function-sink') return kinds.includes(row.sink);
    return sources === undefined || !SOURCES.has(row.kind);
  });
  const rows: FlowRow[] = [];
  for (const source of sources ?? [])
    if ('names' in source) rows.push(...named(family, source.words, source.names));
    else
      rows.push(
        { kind: 'source', family, words: source.words, ...stepOf(source), property: settingsOf(source) },
        ...startOf(family, source),
      );
  for (const { sink, words, ...step } of sinks)
    rows.push({ kind: 'sink', sink, words, families, ...stepOf(step), property: settingsOf(step) });
  for (const barrier of barriers)
    rows.push(
      'functions' in barrier
        ? { kind: 'function', functions: namesOf(barrier.functions), does: 'stops', families }
        : { kind: 'barrier', families, ...stepOf(barrier), property: settingsOf(barrier) },
    );
  // A test by a function stands where a comparison with fixed text does.
  for (const { functions } of guards)
    for (const row of builtIn)
      if (row.kind === 'guard' && row.isEquality === true && row.is === undefined) {
        const { isEquality: _, ...place } = row;
        rows.push({ ...place, words: 'test of the rule', functions: namesOf(functions), families });
      }
  return [...left, ...rows];
}

/** Returns the rows of a language. */
export function flowRowsOf(language: ExpressionLanguage, own: OwnTables | undefined): readonly FlowRow[] {
  const builtIn = FLOW_ROWS[language];
  if (own === undefined || builtIn.length === 0) return builtIn;
  const classes = FAMILIES.flatMap((family) => {
    const names = own.classes[family] ?? [];
    return names.length === 0 ? [] : named(family, `${family} data`, names);
  });
  const all = [...builtIn, ...classes];
  return own.rows === undefined ? all : rowsOfRule(all, own.rows);
}
