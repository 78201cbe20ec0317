/** Problems of a document that does not fit its schema, in sentences with lines and the nearest names. */
import { z } from 'zod';
import { didYouMean } from '../../text/nearest-name.ts';
import type { PolicyProblem } from '../problems.ts';
import type { YamlDocument, YamlPath } from './read-yaml.ts';

type Issue = z.core.$ZodIssue;

/** Returns what is wrong with a document, in the order of its lines. */
export function schemaProblems(
  schema: z.ZodType,
  document: YamlDocument,
  issues: readonly Issue[],
): readonly PolicyProblem[] {
  return issues.flatMap((issue) => problemsOf(issue, [], schema, document)).sort((a, b) => a.line - b.line);
}

function problemsOf(
  issue: Issue,
  before: YamlPath,
  schema: z.ZodType,
  document: YamlDocument,
): readonly PolicyProblem[] {
  const path = [...before, ...issue.path] as YamlPath;
  const problem = (at: YamlPath, message: string): PolicyProblem => ({
    file: document.file,
    line: document.lineOf(at),
    message,
  });
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) => {
      const hint = didYouMean(key, known) || ` The known ones are ${known.join(', ')}.`;
      return problem([...path, key], `${nameOf(path)}has no key "${key}".${known.length === 0 ? '' : hint}`);
    });
  }
  if (issue.code === 'invalid_union') {
    const nested = issue.errors.find(([first]) => first !== undefined && first.path.length > 0);
    const unknown = issue.errors.find(([first]) => first?.code === 'unrecognized_keys');
    const chosen = nested ?? unknown;
    if (chosen !== undefined) return chosen.flatMap((inner) => problemsOf(inner, path, schema, document));
    const values = issue.errors.flat().flatMap((inner) => ('values' in inner ? inner.values : []));
    return [problem(path, `${pathText(path)} ${valueText(valueAt(document.value, path), values)}`)];
  }
  if (issue.code === 'invalid_value')
    return [problem(path, `${pathText(path)} ${valueText(valueAt(document.value, path), issue.values)}`)];
  if (issue.code === 'invalid_type') {
    const wanted = WANTED[issue.expected] ?? `a value of the type ${issue.expected}`;
    const value = valueAt(document.value, path);
    if (value === undefined) return [problem(path, `${pathText(path)} is missing. Write ${wanted}.`)];
    return [problem(path, `${pathText(path)} is ${shownText(value)}. Write ${wanted} instead.`)];
  }
  return [problem(path, `${pathText(path)}: ${issue.message.replace(/\.$/, '')}.`)];
}

/** Descriptions of what to write, by the type of a value. */
const WANTED: Readonly<Record<string, string>> = {
  string: 'a text (in quotes if it looks like a number)',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, such as [a, b]',
  object: 'keys with values, such as { key: value }',
  record: 'keys with values, such as { key: value }',
};

const shownText = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

function valueText(value: unknown, allowed: readonly unknown[]): string {
  const words = allowed.map(String);
  const hint = typeof value === 'string' ? didYouMean(value, words) : '';
  const choices = words.length === 0 ? 'has a value of another type' : `must be ${words.join(', ')}`;
  return `is ${shownText(value)}; it ${choices}.${hint}`;
}

const pathText = (path: YamlPath): string => (path.length === 0 ? 'The file' : `"${path.join('.')}"`);
const nameOf = (path: YamlPath): string => `${pathText(path)} `;

function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

/** Returns the keys that an object of the schema may have. */
function keysAt(schema: z.ZodType, path: YamlPath): readonly string[] {
  let at: unknown = schema;
  for (const key of path) at = memberOf(unwrapped(at), key);
  const found = unwrapped(at);
  if (found instanceof z.ZodUnion) {
    const objects = found.options.map(unwrapped).filter((option) => option instanceof z.ZodObject);
    return objects.flatMap((object) => Object.keys(object.shape));
  }
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function memberOf(schema: unknown, key: string | number): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[key];
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodUnion)
    return schema.options
      .map((option) => memberOf(unwrapped(option), key))
      .find((found) => found !== undefined);
  return undefined;
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema;
}
