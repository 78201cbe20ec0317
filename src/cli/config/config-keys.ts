/** Keys of `flowarden.json`: one table for its reader, its JSON Schema and the texts about it. */
import { SEVERITIES } from '../../analysis/model/rule.ts';

/** Form of a value in the file. */
type ValueForm = 'path' | 'text' | 'texts' | 'severity' | 'switch';

interface ConfigKey {
  readonly form: ValueForm;
  /** One sentence. */
  readonly description: string;
}

/** The closed set of keys. Rules are set in the policy pack alone: its trust decides whether it counts. */
export const CONFIG_KEYS = {
  paths: {
    form: 'texts',
    description:
      'Files, folders and archives that are judged if the command names none, relative to this file.',
  },
  exclude: {
    form: 'texts',
    description:
      'Patterns as in a .gitignore, relative to this file, of files in folders and archives to leave out.',
  },
  formats: {
    form: 'texts',
    description:
      'Reports that are written if the command names none: FORMAT or FORMAT=FILE, relative to this file.',
  },
  failOn: {
    form: 'severity',
    description: 'Block on findings of this severity or worse.',
  },
  baseline: {
    form: 'path',
    description: 'Baseline, relative to this file: its findings are known and do not block.',
  },
  policy: {
    form: 'path',
    description: 'Built policy pack, relative to this file: it says which rules run and what blocks.',
  },
  trust: {
    form: 'path',
    description: 'Trusted keys, relative to this file: the policy pack must be signed by one of them.',
  },
  environment: {
    form: 'text',
    description: 'Environment of the policy pack.',
  },
  includeLogicApps: {
    form: 'switch',
    description: 'Judge workflows of Azure Logic Apps (Standard) like cloud flows.',
  },
} as const satisfies Readonly<Record<string, ConfigKey>>;

/** Key that editors use to find the JSON Schema. */
export const SCHEMA_KEY = '$schema';

const SCHEMAS = {
  path: { type: 'string', minLength: 1 },
  text: { type: 'string', minLength: 1 },
  texts: { type: 'array', items: { type: 'string', minLength: 1 } },
  severity: { enum: SEVERITIES },
  switch: { type: 'boolean' },
} as const satisfies Record<ValueForm, object>;

/** Returns the JSON Schema of `flowarden.json`. */
export function configSchema() {
  const properties = Object.entries(CONFIG_KEYS).map(([key, { form, description }]) => [
    key,
    { ...SCHEMAS[form], description },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of the command flowarden',
    type: 'object',
    properties: { [SCHEMA_KEY]: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

const SENTENCES = {
  path: 'a path',
  text: 'a text',
  texts: 'a list of texts',
  severity: `one of ${SEVERITIES.join(', ')}`,
  switch: 'true or false',
} as const satisfies Record<ValueForm, string>;

/** Returns what a key must be if the value is not that; null if it is. */
export function wrongValue(key: keyof typeof CONFIG_KEYS, value: unknown): string | null {
  const { form } = CONFIG_KEYS[key];
  return matches(form, value) ? null : SENTENCES[form];
}

function matches(form: ValueForm, value: unknown): boolean {
  const isText = (one: unknown): boolean => typeof one === 'string' && one !== '';
  if (form === 'switch') return typeof value === 'boolean';
  if (form === 'path' || form === 'text') return isText(value);
  if (form === 'texts') return Array.isArray(value) && value.every(isText);
  return SEVERITIES.some((severity) => severity === value);
}
