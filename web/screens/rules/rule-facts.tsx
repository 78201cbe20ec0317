/** Facts about a rule beside its text. */
import type { RuleDetails } from '../../api/calls/rules.ts';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { confidenceLabel, wordsOf } from '../../parts/data/words.ts';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { RuleUsage } from './rule-usage.tsx';
import { presetLabel } from './rule-words.ts';

interface RuleFactsProps {
  readonly rule: RuleDetails;
  readonly titleOf: (platform: string) => string;
}

/** Shows severity, platforms and controls. */
export function RuleFacts({ rule, titleOf }: RuleFactsProps) {
  const { severity, platforms, category, confidence, kind, preset, version, complianceTags } = rule;
  return (
    <aside class="rule-facts" aria-label="Facts">
      <KeyValues
        entries={[
          ['Severity', isSeverity(severity) ? <SeverityMark severity={severity} long /> : severity],
          ['Platforms', platforms.map(titleOf).join(', ')],
          ['Category', wordsOf(category)],
          ['Confidence', confidenceLabel(confidence)],
          ['Kind', kind === 'hotspot' ? 'Hotspot: a person decides' : 'Issue'],
          ['Rulesets', presetLabel(preset)],
          ['Version', String(version)],
        ]}
      />
      <RuleUsage ruleId={rule.ruleId} />
      {complianceTags.length > 0 && (
        <section>
          <h2>Controls</h2>
          <ul class="plain-list row">
            {complianceTags.map((tag) => (
              <li class="tag" key={tag}>
                {tag}
              </li>
            ))}
          </ul>
          <p class="field-hint">A finding is relevant to these controls. That is no certification.</p>
        </section>
      )}
    </aside>
  );
}
