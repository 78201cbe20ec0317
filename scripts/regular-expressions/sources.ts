/** Finds every regular expression of the product: the literals of its files, and those composed at run time. */
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { parse } from 'acorn';
import type { Platform } from '../../src/analysis/model/platform.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'gateway', 'workers'];
/** Files that do something when they are imported, and generated ones. */
const NOT_IMPORTED = /(?:^|\/)(?:main\.ts$|standalone\.ts$|sandbox-process\.ts$|gen\/)|^workers\//;
/** Part of a stack frame that names a file of ours and a line. */
const OWN_FRAME = /((?:src|gateway)\/[\w./-]+\.ts:\d+)/;

/** Regular expression with the first place where it stands. */
export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  /** `file:line`. */
  readonly place: string;
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

function literalsOf(file: string): readonly FoundPattern[] {
  const found: FoundPattern[] = [];
  const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'));
  parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    onToken(token) {
      if (token.type.label !== 'regexp') return;
      // The declarations of acorn omit the value.
      const { value } = token as unknown as { value: { readonly pattern: string; readonly flags: string } };
      found.push({ source: value.pattern, flags: value.flags, place: `${file}:${token.loc!.start.line}` });
    },
  });
  return found;
}

/** Records the arguments of our modules to the constructor of RegExp from now on. */
function recordComposed(): readonly FoundPattern[] {
  const found: FoundPattern[] = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, args: [string | RegExp, string?], newTarget) {
      const place = OWN_FRAME.exec(new Error().stack?.split('\n')[2] ?? '')?.[1];
      const [source, flags = ''] = args;
      if (place !== undefined && typeof source === 'string') found.push({ source, flags, place });
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
  return found;
}

/** Analyses the examples of each rule by that rule, because some patterns are composed when a rule runs. */
async function runExamples(): Promise<void> {
  const { RULES } = await import('../../src/analysis/rules/index.ts');
  const { createEngine } = await import('../../src/analysis/engine/validate.ts');
  const { exampleFile } = await import('../../test/support/files/example-file.ts');
  const { examplesOf } = await import('../../test/support/files/rule-examples.ts');
  for (const rule of RULES) {
    const engine = createEngine([Object.assign({}, rule, { preset: 'recommended' })]);
    for (const [platform, { bad, good }] of Object.entries(examplesOf(rule)))
      for (const example of [...bad, ...good]) {
        const bytes = exampleFile(platform as Platform, example);
        engine.validate({
          bytes,
          filename: 'example',
          platform: platform as Platform,
          ruleset: 'default',
          findingsMax: 1,
        });
      }
  }
}

/** Lists every regular expression once. It imports all modules of the product: call it in a process of its own. */
export async function regularExpressions(): Promise<readonly FoundPattern[]> {
  const files = FOLDERS.flatMap(filesOf);
  const literals = files.flatMap(literalsOf);
  const composed = recordComposed();
  for (const file of files) if (!NOT_IMPORTED.test(file)) await import(join(ROOT, file));
  await runExamples();
  const once = new Map<string, FoundPattern>();
  for (const pattern of [...literals, ...composed]) {
    const key = `/${pattern.source}/${pattern.flags}`;
    if (!once.has(key)) once.set(key, pattern);
  }
  return [...once.values()];
}
