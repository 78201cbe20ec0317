/** A call of another workflow. Its bindings are computed on access: calls of a file alone are not followed. */
import { literalOf } from '../../model/navigate.ts';
import type { Binding, Call, Position, Property } from '../../model/workflow.ts';
import { attributeValue } from '../xml/document.ts';
import type { UiPathActivity } from './activity.ts';
import { ATTRIBUTE } from './names/names.ts';
import { shortTypeName } from './names/type-names.ts';
import { elementName, languageAttribute, type XamlReading } from './reading.ts';
import { dictionaryKey } from './settings.ts';

/** A class, because a large file has tens of thousands. */
export class UiPathCall implements Call {
  readonly at: Position;
  readonly owner: number;
  private readonly reading: XamlReading;
  private readonly activity: UiPathActivity;
  /** The setting that names the callee. */
  private readonly called: Property;
  private made: readonly Binding[] | undefined;

  constructor(reading: XamlReading, activity: UiPathActivity, called: Property) {
    this.at = called.at;
    this.owner = activity.index;
    this.reading = reading;
    this.activity = activity;
    this.called = called;
    this.made = undefined;
  }

  get name(): string {
    return this.activity.name;
  }

  get target(): string | undefined {
    return literalOf(this.called);
  }

  get bindings(): readonly Binding[] {
    this.made ??= [
      ...this.activity.properties
        .filter((property) => property.name.startsWith(PREFIX))
        .map((property) => bindingOf(this.reading, property)),
      ...(this.reading.blanks.get(this.owner) ?? []).map((element) =>
        blankBinding(this.reading, this.owner, element),
      ),
    ];
    return this.made;
  }
}

const PREFIX = 'Arguments.';

function bindingOf(reading: XamlReading, property: Property): Binding {
  const { name, direction } = property;
  const binding: Binding = { name: name.slice(PREFIX.length), direction, value: property };
  const wrapper = reading.wrappers.get(property);
  if (wrapper === undefined) return binding;
  const isBoth = elementName(reading, wrapper).direction === 'in-out';
  return { ...binding, direction: isBoth ? 'in-out' : direction, ...typeOf(reading, wrapper) };
}

function typeOf(reading: XamlReading, wrapper: number): Pick<Binding, 'type'> {
  const types = languageAttribute(reading, wrapper, ATTRIBUTE.typeArguments);
  return types === -1 ? {} : { type: shortTypeName(attributeValue(reading.doc, types)) };
}

/** Returns the binding of an argument element that has no value: Studio writes it for a field that was left empty. */
function blankBinding(reading: XamlReading, owner: number, element: number): Binding {
  const name = dictionaryKey(reading, element) ?? '';
  const direction = elementName(reading, element).direction ?? 'in';
  const value = { at: element, owner, name: PREFIX + name, text: '', expression: undefined };
  return { name, direction, value, isBlank: true, ...typeOf(reading, element) };
}
