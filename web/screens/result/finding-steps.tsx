/** Steps by which the author of a file fixes one of its findings. */
import { getRule } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';
import { RuleSteps } from '../../parts/layout/rule-steps.tsx';

interface FindingStepsProps {
  readonly ruleId: string | null;
  /** Platform of the file; null if it is unknown. */
  readonly platform: string | null;
}

/** Shows the steps in the designers of the platform; nothing while they load, or for a rule without a page. */
export function FindingSteps({ ruleId, platform }: FindingStepsProps) {
  const { data: rule } = useCall(getRule, { params: { ruleId: ruleId ?? '' } });
  if (rule?.ruleId !== ruleId) return null;
  return <RuleSteps designers={rule.designers.filter((guide) => guide.platform === platform)} />;
}
