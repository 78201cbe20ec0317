/** Builds the files of a new rule: its page, its check and planted cases, with a TODO wherever you write. */
import { ownPlatform, PLATFORM_NAMES, PLATFORMS, type Platform } from '../../src/analysis/model/platform.ts';
import { type DesignerName, designersFor } from '../../src/rule-pages/designers.ts';

const ID = /^(?:UIP|PAF|PAD|AAB|BPR|XPL)-(?:SEC|PRV|CMP|REL|PRF|MNT|NMG|OBS|SUP|CFG)-\d{3}$/;

/** Planted cases of each designer's files. */
const CASES: Readonly<Record<DesignerName, string>> = {
  'UiPath Studio': 'uipath',
  'Power Automate (cloud flows)': 'cloud-flows',
  'Power Automate for desktop': 'desktop-flows',
  'Automation 360 (bot editor and Control Room)': 'a360',
  'Blue Prism Process Studio and Object Studio': 'blue-prism',
};

function platformsOf(id: string): readonly Platform[] {
  const own = ownPlatform(id);
  return own === undefined ? PLATFORM_NAMES : [own];
}

function pageText(id: string, platforms: readonly Platform[], designers: readonly DesignerName[]): string {
  const suffix = (platform: Platform) => (platforms.length > 1 ? `: ${PLATFORMS[platform].title}` : '');
  const example = (text: string) => `\`\`\`text\n${text}\n\`\`\``;
  return `---
id: ${id}
title: TODO
severity: medium
confidence: high
kind: issue
preset: recommended
platforms: [${platforms.join(', ')}]
version: 1
compliance: []
---

## Why it matters

TODO: what goes wrong, in one or two sentences.

## How to fix it

TODO: the change, in the words of the designer.

${designers.map((name) => `### In ${name}\n\n1. TODO: open the place.\n2. TODO: make the change.`).join('\n\n')}

## Examples

${platforms
  .map(
    (platform) =>
      `### Reported${suffix(platform)}\n\n${example('TODO')}\n\n### Not reported${suffix(platform)}\n\n${example('TODO: the repair of the first example')}`,
  )
  .join('\n\n')}

## For tests

${platforms.map((platform) => `### Not reported${suffix(platform)}\n\n${example('TODO: what only looks like it')}`).join('\n\n')}
`;
}

function checkText(id: string): string {
  return `/** TODO: what the check looks for, and where real files taught you something. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('${id}', {
  level: 'activity',
  *check(activity) {
    if (activity.name === 'TODO') yield { at: activity, message: \`"\${activity.name}" TODO.\` };
  },
});
`;
}

/** Files of a new rule. */
export interface RuleFiles {
  readonly page: string;
  readonly check: string;
  /** Names of the sets of planted cases, without the extension, and the cases to append to each. */
  readonly plantedSets: readonly string[];
  readonly planted: string;
}

/** Builds the files of the rule with this id. @throws Error if it is not the id of a rule */
export function ruleFiles(id: string): RuleFiles {
  if (!ID.test(id))
    throw new Error(`${JSON.stringify(id)} is not the id of a rule. Name one such as UIP-REL-031.`);
  const platforms = platformsOf(id);
  const designers = designersFor({ id, platforms });
  return {
    page: pageText(id, platforms, designers),
    check: checkText(id),
    plantedSets: designers.map((name) => CASES[name]),
    planted: `-- ${id} defect: TODO --\nTODO\n-- ${id} near miss: TODO --\nTODO\n`,
  };
}
