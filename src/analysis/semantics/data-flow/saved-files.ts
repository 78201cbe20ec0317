/** Files that a step saves and another one opens, by the path that both name. */
import type { OwnTables } from '../../model/data-flow/own-rows.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../flow/flow-of.ts';
import { reachedAfter } from '../flow/search.ts';
import type { ReadPlace } from './search/incoming.ts';
import { rowsAt } from './tables/step-rows.ts';
import { type KeyedUse, usesIn } from './use-of.ts';

/** Shorter texts are names of folders or parts of other paths. */
const PATH_MIN = 5;
/** Bots write paths as addresses. */
const SCHEME = /^file:\/\/$/i;

/** Returns the symbol that holds the path of a setting; undefined where the path is made of more than one. */
export function heldPath({ expression }: Property): KeyedUse | undefined {
  if (expression === undefined) return undefined;
  const [use, ...others] = usesIn(expression);
  if (use === undefined || others.length > 0 || use.calls.length > 0) return undefined;
  const isWhole = use.position === 'whole' || (SCHEME.test(use.before) && use.behind === '');
  return isWhole ? use : undefined;
}

/** Returns a path in the form that two settings share: bots write slashes and a scheme. */
const pathOf = (text: string): string =>
  text
    .replace(/^file:\/\//i, '')
    .replaceAll('\\', '/')
    .toLowerCase();

/** Characters that belong to the same path or name: `menu.exe` is not `u.exe`, nor is `u.exe.bak`. */
const BEFORE_PATH = /[\w-]/;
const BEFORE_NAME = /[\w./-]/;
const BEHIND = /^(?:[\w-]|\.\w)/;

/** Returns whether a text has a path as a whole. */
function hasPath(text: string, path: string): boolean {
  const before = path.includes('/') ? BEFORE_PATH : BEFORE_NAME;
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1))
    if (!before.test(text[at - 1] ?? '') && !BEHIND.test(text.slice(at + path.length, at + path.length + 2)))
      return true;
  return false;
}

/** Returns whether a setting names a path: it is the path, or it has the fixed path in a longer text. */
function namesPath(setting: Property, saved: Property): boolean {
  const path = literalOf(saved);
  if (path === undefined) return setting.text === saved.text;
  const text = literalOf(setting) ?? setting.text;
  return path.length >= PATH_MIN && hasPath(pathOf(text), pathOf(path));
}

/** Setting by which a step opens a file. */
interface OpeningPlace extends ReadPlace {
  readonly setting: Property;
}

/** Settings of all steps that open a file, by tables: each saved file is held against them. */
const openingPlaces = derived((_: Workflow) => new Map<OwnTables | undefined, readonly OpeningPlace[]>());

function openingPlacesOf(workflow: Workflow, own: OwnTables | undefined): readonly OpeningPlace[] {
  const known = openingPlaces(workflow);
  let places = known.get(own);
  if (places === undefined) {
    places = workflow.activities.flatMap((activity) => openingsOf(workflow, activity, own));
    known.set(own, places);
  }
  return places;
}

function openingsOf(workflow: Workflow, activity: Activity, own: OwnTables | undefined): OpeningPlace[] {
  const sinks = rowsAt(workflow, activity, own).sinks.filter(({ row }) => row.sink === 'opened-file');
  if (sinks.length === 0 || !isLive(activity)) return [];
  return activity.properties.flatMap((setting, property) =>
    sinks.some((sink) => sink.isProperty(setting.name)) ? [{ activity, property, setting }] : [],
  );
}

/** Yields the settings of later steps that name the path of a saved file in the same words. */
export function* placesOfPath(
  workflow: Workflow,
  saving: Activity,
  saved: Property,
  own: OwnTables | undefined,
): Generator<ReadPlace> {
  let later: ReadonlySet<number> | undefined;
  for (const place of openingPlacesOf(workflow, own)) {
    if (place.activity === saving || !namesPath(place.setting, saved)) continue;
    later ??= reachedAfter(flowOf(workflow), [saving.index]);
    if (later.has(place.activity.index)) yield place;
  }
}
