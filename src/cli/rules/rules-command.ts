/** `flowarden rules`: lists the rules. */
import { parseArgs } from 'node:util';
import { selectRuleset } from '../../analysis/engine/ruleset.ts';
import { PLATFORM_NAMES, PLATFORMS, platformFromWire } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, isBuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { plural } from '../../text/format.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { loadRules } from './find-rule.ts';
import { ruleJson } from './rule-json.ts';

const FORMATS = ['text', 'json'];
const ALIASES = PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]);

const USAGE = `flowarden rules [options]

Lists the rules by id.

  --platform P   ${ALIASES.join(' | ')}
  --ruleset R    ${Object.keys(BUILTIN_RULESETS).join(' | ')}
  --format F     ${FORMATS.join(' | ')} (default: text)
  -h, --help     print this
`;

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for invalid arguments */
export async function listRules(argv: readonly string[]): Promise<number> {
  const { help, platform, ruleset, format } = readArguments(argv);
  if (help === true) {
    print(USAGE);
    return 0;
  }
  const rules = select(await loadRules(), platform, ruleset);
  print(format === 'json' ? `${JSON.stringify(rules.map(ruleJson), null, 2)}\n` : text(rules));
  return 0;
}

function readArguments(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        platform: { type: 'string' },
        ruleset: { type: 'string' },
        format: { type: 'string', default: 'text' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!FORMATS.includes(values.format)) throw unknown('format', values.format, FORMATS);
    return values;
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`${cause instanceof Error ? cause.message : String(cause)}\n\n${USAGE}`, 2, {
      cause,
    });
  }
}

function unknown(option: string, value: string, known: readonly string[]): StartError {
  const hint = didYouMean(value, known);
  return new StartError(`--${option} "${value}" is unknown.${hint} Known: ${known.join(', ')}.`, 2);
}

function select(
  rules: readonly Rule[],
  platformName: string | undefined,
  ruleset: string | undefined,
): readonly Rule[] {
  const platform = platformName === undefined ? undefined : platformFromWire(platformName);
  if (platformName !== undefined && platform === undefined) throw unknown('platform', platformName, ALIASES);
  if (ruleset !== undefined && !isBuiltinRuleset(ruleset))
    throw unknown('ruleset', ruleset, Object.keys(BUILTIN_RULESETS));
  const members =
    ruleset === undefined ? rules : selectRuleset(ruleset, rules).settings.map(({ rule }) => rule);
  return members
    .filter((rule) => platform === undefined || rule.platforms.includes(platform))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function text(rules: readonly Rule[]): string {
  const lines = rules.map(({ id, severity, title }) => `${id.padEnd(12)} ${severity.padEnd(9)} ${title}\n`);
  return `${lines.join('')}${plural(rules.length, 'rule')}. \`flowarden explain RULE\` says why and how to fix it.\n`;
}
