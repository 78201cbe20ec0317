/** Reading of settings: from the environment, and of secrets from files. */
import { readFileSync } from 'node:fs';
import { StartError } from '../process/start-error.ts';
import { type KeyedValues, SETTINGS, type SettingName } from './setting-table.ts';
import type { Setting, SettingReader } from './setting-values.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ENTRIES = Object.entries(SETTINGS) as readonly (readonly [SettingName, Setting<unknown>])[];

/** Returns the variables that a supervisor passes to its children, with its own values. */
export function passedVariables(config: KeyedValues): Readonly<Record<string, string>> {
  const passed = ENTRIES.filter(([, { isPassed }]) => isPassed);
  return Object.fromEntries(passed.map(([name]) => [name, String(config[keyOf(name)] ?? '')]));
}

function keyOf(name: SettingName): keyof KeyedValues {
  const words = name.replace(/^FLOWARDEN_/, '').toLowerCase();
  return words.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof KeyedValues;
}

/** Returns the variable that names a file with the secret, in place of the secret itself. */
export function fileVariable(name: SettingName): string {
  return `${name}_FILE`;
}

/** Returns the variables with secrets that this reader must not have. */
export function withheldSecrets(reader: SettingReader): readonly string[] {
  return ENTRIES.filter(([, { isSecret, readers }]) => isSecret && !readers.includes(reader)).flatMap(
    ([name]) => [name, fileVariable(name)],
  );
}

/**
 * Reads the settings by their keys, or those of one reader. An unset or empty variable has its default.
 * @throws StartError that names all invalid ones at once
 */
export function readSettings(environment: Environment, reader?: SettingReader): KeyedValues {
  const values: Partial<Record<keyof KeyedValues, unknown>> = {};
  const problems: string[] = [];
  for (const [name, setting] of ENTRIES) {
    values[keyOf(name)] = setting.defaultValue ?? null;
    if (reader !== undefined && !setting.readers.includes(reader)) continue;
    try {
      const text = environment[name] || (setting.isSecret && secretInFile(name, environment));
      if (!text) continue;
      const value = setting.read(text);
      if (value !== null) values[keyOf(name)] = value;
      else problems.push(`  ${name} is ${shown(setting, text)}; it must be ${setting.allowed}.`);
    } catch (error) {
      problems.push(`  ${fileVariable(name)}: ${(error as Error).message}.`);
    }
  }
  if (problems.length === 0) return values as KeyedValues;
  const count = problems.length === 1 ? 'A setting is' : `${problems.length} settings are`;
  throw new StartError(`${count} not valid:\n${problems.join('\n')}`, 2);
}

/** Returns the text of the file that `NAME_FILE` names, without the trailing line break. */
function secretInFile(name: SettingName, environment: Environment): string | undefined {
  const path = environment[fileVariable(name)];
  return path && readFileSync(path, 'utf8').trim();
}

function shown({ show, isSecret }: Setting<unknown>, text: string): string {
  if (show) return show(text);
  return isSecret ? `a value of ${text.length} characters` : JSON.stringify(text);
}
