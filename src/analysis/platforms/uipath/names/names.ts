/**
 * Facts about names of elements, attributes and settings. They are computed once for the life of the thread, as files
 * consist of the same few thousand names.
 */
import { isRemembered, takeNameId } from '../../../model/interning/name-facts.ts';
import { ownText } from '../../../model/interning/own-text.ts';
import type { Argument } from '../../../model/workflow.ts';
import type { SettingLabel } from '../../range-property.ts';
import { internal } from '../../shared-names.ts';
import type { KnownName } from '../../xml/names.ts';
import { type ActivityType, activityType } from '../activity-types.ts';
import { isOutputAnywhere } from '../outputs.ts';
import { directionOf } from './type-names.ts';

/** Maximum number of cached names; a hostile file must not make a long-lived table grow. */
const NAMES_MAX = 8192;
/** Longer names are data. */
const NAME_LENGTH_MAX = 200;
/** Indexes in lists whose names are cached. */
const ITEMS_MAX = 32;

/** Data for the designer or the recorder alone: pictures, hashes, ids, rectangles. */
const NOISE = new Set(
  `ImageBase64 IconBase64 ContentHash CVScreenId CvElementArea CvTextArea DesignTimeRectangle DesignTimeScaleFactor
  DesignTimeArea DesignTimeDescriptor DesignTimeCacheContainer Guid ScopeGuid ScopeIdentifier
  InformativeScreenshot Region Area ClippingRegion CachedImage BrowserIconBase64 TextRegion`.split(/\s+/),
);
/** The same inside of a target; of an activity itself `Reference` is the key of a queue item. */
const NOISE_BELOW = 'Reference';
/** Properties that hold activities, also of unlisted types. */
const ACTIVITY_SLOTS = new Set(
  `Then Else Try Finally Body ActivityBody Default Entry Exit Action Trigger Handler Condition
  CompensationHandler ConfirmationHandler CancellationHandler Activities Branches Branch Triggers`.split(
    /\s+/,
  ),
);

/** Meaning of an element by its name, in the place of a value. */
export const MEANING = {
  /** An activity, or an object with settings of its own. */
  object: 0,
  /** It holds activities which its container runs, and may be given arguments. */
  delegate: 1,
  variable: 2,
  collection: 3,
  /** `InArgument` and the like. */
  argument: 4,
  visualBasic: 5,
  csharp: 6,
  literal: 7,
  /** It names a variable or an argument. */
  symbol: 8,
} as const;
export type Meaning = (typeof MEANING)[keyof typeof MEANING];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries({
    delegate: 'ActivityAction ActivityFunc ActivityDelegate',
    variable: 'Variable',
    collection: 'List Dictionary Collection BindingList ObservableCollection Array ArrayList',
    argument: 'InArgument OutArgument InOutArgument',
    visualBasic: 'VisualBasicValue VisualBasicReference',
    csharp: 'CSharpValue CSharpReference',
    literal: 'Literal',
    symbol: 'VariableValue VariableReference ArgumentValue ArgumentReference',
  }).flatMap(([meaning, names]) =>
    names.split(' ').map((name) => [name, MEANING[meaning as keyof typeof MEANING]] as const),
  ),
);

/** Meaning of an attribute by its name, if it is no setting. */
export const ATTRIBUTE = {
  other: 0,
  displayName: 1,
  id: 2,
  annotation: 3,
  name: 4,
  typeArguments: 5,
  key: 6,
  default: 7,
  modifiers: 8,
} as const;
export type Attribute = (typeof ATTRIBUTE)[keyof typeof ATTRIBUTE];

const ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map([
  ['DisplayName', ATTRIBUTE.displayName],
  ['WorkflowViewState.IdRef', ATTRIBUTE.id],
  ['Annotation.AnnotationText', ATTRIBUTE.annotation],
  ['Name', ATTRIBUTE.name],
  ['TypeArguments', ATTRIBUTE.typeArguments],
  ['Key', ATTRIBUTE.key],
  ['Default', ATTRIBUTE.default],
  ['Modifiers', ATTRIBUTE.modifiers],
]);

let names = new Map<string, Name>();
/** Number of times that the cache was cleared. */
let generation = 0;

/** A name and its facts. */
export class Name implements SettingLabel {
  readonly text: string;
  /** Its number; undefined for one that is not cached. */
  readonly id: number | undefined;
  /** Part behind the last dot: the setting's name in the innermost object, or the slot. */
  readonly last: string;
  /** Index of its first dot, or -1. An element with a dot in its name is a property of the one around it. */
  readonly dot: number;
  readonly meaning: Meaning;
  readonly attribute: Attribute;
  readonly direction: Argument['direction'] | undefined;
  readonly isNoise: boolean;
  readonly isActivitySlot: boolean;
  readonly isOutput: boolean;
  /** Generation of the cache: facts stored elsewhere are only valid in the current one. */
  readonly generation: number;
  private own: ActivityType | undefined;
  private behind: Name | undefined;
  private inside: Map<string, Name> | undefined;
  private items: Name[] | undefined;

  constructor(text: string, id: number | undefined) {
    this.text = text;
    this.id = id;
    this.last = text.slice(text.lastIndexOf('.') + 1);
    this.dot = text.indexOf('.');
    this.meaning = MEANINGS.get(text) ?? MEANING.object;
    this.attribute = ATTRIBUTES.get(text) ?? ATTRIBUTE.other;
    this.direction = directionOf(text);
    this.isNoise =
      NOISE.has(this.last) || this.last.endsWith('Backup') || (this.dot > 0 && this.last === NOISE_BELOW);
    this.isActivitySlot = ACTIVITY_SLOTS.has(text);
    this.isOutput = isOutputAnywhere(text);
    this.generation = generation;
    this.own = undefined;
    this.behind = undefined;
    this.inside = undefined;
    this.items = undefined;
  }

  /** Returns the type of the activities with this name. */
  get activity(): ActivityType {
    this.own ??= activityType(this.text);
    return this.own;
  }

  /** Returns the part behind the first dot: of `Assign.To` the setting `To`. */
  get member(): Name {
    this.behind ??= nameOf(this.text.slice(this.dot + 1));
    return this.behind;
  }

  /** Returns the name of a setting in the object with this one. */
  below(key: string): Name {
    let name = this.inside?.get(key);
    if (name !== undefined) return name;
    name = nameOf(`${this.text}.${key}`);
    if (name.id === undefined || this.id === undefined) return name;
    this.inside ??= new Map();
    this.inside.set(ownText(key), name);
    return name;
  }

  /** Returns the name of a value in the list with this one. */
  item(index: number): Name {
    const known = this.items?.[index];
    if (known !== undefined) return known;
    const isCached = this.id !== undefined && index === (this.items?.length ?? 0) && index < ITEMS_MAX;
    if (!isCached) return new Name(`${this.text}.${index}`, undefined);
    const name = nameOf(`${this.text}.${index}`);
    this.items ??= [];
    this.items.push(name);
    return name;
  }
}

/** First number of the names that are cached. */
let firstId = 0;

/** Clears the cache if it is full or its numbers have been dropped. To be called before a file is read. */
export function tidyNames(): void {
  if (names.size < NAMES_MAX && (names.size === 0 || isRemembered(firstId))) return;
  names = new Map();
  generation += 1;
}

/** Returns the facts of a name. */
export function nameOf(text: string): Name {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= NAMES_MAX || text.length > NAME_LENGTH_MAX) return new Name(text, undefined);
  const name = new Name(internal(text), takeNameId());
  if (names.size === 0) firstId = name.id!;
  names.set(name.text, name);
  return name;
}

/** Returns the facts of a document's name, cached with it until the next generation. */
export function factsOf(name: KnownName): Name {
  const { facts } = name;
  if (facts instanceof Name && facts.generation === generation) return facts;
  const found = nameOf(name.text);
  name.facts = found;
  return found;
}
