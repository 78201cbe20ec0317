/** Checks events against the published schema of OCSF (`test/fixtures/ocsf/`, whose first member says where it is from). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Attribute {
  readonly type: string;
  readonly isObject?: boolean;
  readonly isArray?: boolean;
  readonly isRequired?: boolean;
  readonly enum?: Readonly<Record<string, string>>;
}

interface Shape {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly atLeastOne?: readonly string[];
}

interface EventClass extends Shape {
  readonly uid: number;
  readonly caption: string;
  readonly category: { readonly uid: number; readonly caption: string };
}

const SCHEMA = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/ocsf/schema-1.3.0.json'), 'utf8'),
) as {
  readonly version: string;
  readonly types: Readonly<Record<string, string>>;
  readonly classes: Readonly<Record<string, EventClass>>;
  readonly objects: Readonly<Record<string, Shape>>;
};

type Members = Readonly<Record<string, unknown>>;

/** Lists what is wrong with an event. */
export function ocsfProblems(event: Members): readonly string[] {
  const found = Object.values(SCHEMA.classes).find(({ uid }) => uid === event.class_uid);
  if (found === undefined) return [`class_uid: ${event.class_uid} is no class that is used`];
  const problems = shapeProblems('', event, found);
  const expected = {
    class_name: found.caption,
    category_uid: found.category.uid,
    category_name: found.category.caption,
    type_uid: found.uid * 100 + Number(event.activity_id),
  };
  for (const [name, value] of Object.entries(expected))
    if (event[name] !== value) problems.push(`${name}: ${event[name]} in place of ${value}`);
  const { version } = event.metadata as Members;
  if (version !== SCHEMA.version) problems.push(`metadata.version: ${version}`);
  return problems;
}

function shapeProblems(path: string, members: Members, { attributes, atLeastOne }: Shape): string[] {
  const problems: string[] = [];
  for (const [name, { isRequired }] of Object.entries(attributes))
    if (isRequired && members[name] === undefined) problems.push(`${path}${name}: is missing`);
  if (atLeastOne !== undefined && !atLeastOne.some((name) => members[name] !== undefined))
    problems.push(`${path}: has none of ${atLeastOne.join(', ')}`);
  for (const [name, value] of Object.entries(members)) {
    const attribute = attributes[name];
    if (attribute === undefined) problems.push(`${path}${name}: is not in the schema`);
    else problems.push(...valueProblems(`${path}${name}`, value, attribute, members));
  }
  return problems;
}

function valueProblems(path: string, value: unknown, attribute: Attribute, siblings: Members): string[] {
  const { type, isArray, isObject } = attribute;
  if (isArray && !Array.isArray(value)) return [`${path}: is no array`];
  const values = isArray ? (value as readonly unknown[]) : [value];
  return values.flatMap((one) => {
    if (isObject) {
      const shape = SCHEMA.objects[type];
      if (shape === undefined) return [`${path}: the object ${type} is none that is used`];
      return typeof one === 'object' && one !== null
        ? shapeProblems(`${path}.`, one as Members, shape)
        : [`${path}: is no object`];
    }
    if (!isOfType(one, SCHEMA.types[type] ?? type)) return [`${path}: ${one} is no ${type}`];
    return enumProblems(path, one, attribute, siblings);
  });
}

/** A number of a closed list is one of it, and the caption beside it fits. */
function enumProblems(path: string, value: unknown, { enum: known }: Attribute, siblings: Members): string[] {
  if (known === undefined) return [];
  const caption = known[String(value)];
  if (caption === undefined) return [`${path}: ${value} is not in its list`];
  const name = path.replace(/^.*\./, '');
  const beside = siblings[name === 'activity_id' ? 'activity_name' : name.replace(/_id$/, '')];
  if (!name.endsWith('_id') || beside === undefined || value === 99 || beside === caption) return [];
  return [`${path}: "${beside}" stands beside ${value}, which means "${caption}"`];
}

function isOfType(value: unknown, base: string): boolean {
  if (base === 'integer_t' || base === 'long_t') return Number.isSafeInteger(value);
  if (base === 'float_t') return typeof value === 'number';
  if (base === 'boolean_t') return typeof value === 'boolean';
  return base === 'json_t' || typeof value === 'string';
}
