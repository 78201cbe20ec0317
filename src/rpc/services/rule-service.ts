/** `flowarden.v1.RuleService`: the catalogue of rules and its platforms. */
import { complianceTagsOf } from '../../analysis/engine/findings/findings.ts';
import { selectRuleset } from '../../analysis/engine/ruleset.ts';
import {
  acceptedNames,
  PLATFORM_NAMES,
  PLATFORMS,
  type PlatformNaming,
  platformName,
} from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { defaultsOf } from '../../analysis/model/rule-option.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { Complete } from '../../contract/complete.ts';
import { AppError } from '../../errors.ts';
import { type Rule as RuleMessage, RuleServiceService } from '../../gen/flowarden/v1/rule.ts';
import { DESIGNERS } from '../../rule-pages/designers.ts';
import { readPage } from '../../rule-pages/page-file.ts';
import type { Example, RulePage } from '../../rule-pages/parse-page.ts';
import { controlsAnsweredBy } from '../../service/frameworks/frameworks.ts';
import { optionalChoice, platformField, quote } from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';

const RULESETS = Object.keys(BUILTIN_RULESETS) as readonly BuiltinRuleset[];

/** Creates the service over a catalogue, which is loaded at the first call. */
export function ruleService(
  loadRules: () => Promise<readonly Rule[]>,
  naming: PlatformNaming = 'neutral',
): Service {
  const sorted = async () => (await loadRules()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return defineService(RuleServiceService, {
    listRules: {
      async handle({ platform, ruleset }) {
        const catalogue = await sorted();
        const wanted = platform ? platformField(platform) : null;
        const chosen = optionalChoice('ruleset', ruleset ?? '', RULESETS, 'unknown_ruleset');
        const members =
          chosen === null ? catalogue : selectRuleset(chosen, catalogue).settings.map(({ rule }) => rule);
        const found = wanted === null ? members : members.filter((rule) => rule.platforms.includes(wanted));
        return { rules: found.map((rule) => toRule(rule, naming)) };
      },
    },
    getRule: {
      async handle({ ruleId }) {
        const rule = (await sorted()).find(({ id }) => id === ruleId.toUpperCase());
        if (!rule) {
          throw new AppError(
            'not_found',
            `No rule has the id ${quote(ruleId)}. The list of rules has them all.`,
          );
        }
        const page = await readPage(rule.id);
        return {
          rule: {
            ...toRule(rule, naming),
            options: optionsOf(rule),
            designers: page.designers.map(({ designer, steps }) => ({
              designer,
              platform: platformName(DESIGNERS[designer].platform, naming),
              steps: [...steps],
            })),
            examples: examplesOf(rule, page, naming),
            controls: controlsAnsweredBy(rule).map(({ id, title }) => ({ control: id, title })),
          },
        };
      },
    },
    listPlatforms: {
      async handle() {
        const rules = await loadRules();
        const platforms = PLATFORM_NAMES.map((name) => ({
          platform: platformName(name, naming),
          title: PLATFORMS[name].title,
          aliases: acceptedNames(name, naming).slice(1),
          ruleCount: rules.filter((rule) => rule.platforms.includes(name)).length,
        }));
        return { platforms };
      },
    },
  });
}

function toRule(rule: Rule, naming: PlatformNaming): Complete<RuleMessage> {
  return {
    ruleId: rule.id,
    version: rule.version,
    title: rule.title,
    platforms: rule.platforms.map((name) => platformName(name, naming)),
    category: rule.category,
    severity: rule.severity,
    confidence: rule.confidence,
    kind: rule.kind,
    preset: rule.preset,
    why: rule.why,
    fix: rule.fix,
    complianceTags: [...complianceTagsOf(rule)],
    options: {},
    examples: [],
    designers: [],
    controls: [],
    optionDetails: Object.entries(rule.options).map(([name, option]) => ({
      name,
      default: JSON.stringify(option.default),
      about: option.about,
      unit: option.unit ?? '',
      stricter: option.stricter,
    })),
    needsOneOf: [...(rule.needsOneOf ?? [])],
  };
}

function optionsOf(rule: Rule): Record<string, string> {
  const defaults = Object.entries(defaultsOf(rule.options));
  return Object.fromEntries(defaults.map(([name, value]) => [name, JSON.stringify(value)]));
}

function examplesOf({ platforms }: Rule, page: RulePage, naming: PlatformNaming): RuleMessage['examples'] {
  const messages = (platform: string, examples: readonly Example[], bad: boolean) =>
    examples.map((example) => ({
      platform,
      bad,
      text: example.text,
    }));
  return platforms.flatMap((name) => {
    const examples = page.examples[name];
    return [
      ...messages(platformName(name, naming), examples?.bad ?? [], true),
      ...messages(platformName(name, naming), examples?.good ?? [], false),
    ];
  });
}
