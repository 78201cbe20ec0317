/** An activity that the organisation does not allow. */
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Returns a type without its number of type arguments. */
const plainType = (type: string): string => type.split('`', 1)[0]!;

export const rule = defineRule({
  id: 'UIP-SUP-008',
  version: 1,
  title: 'Activity on the deny-list',
  platforms: ['uipath'],
  category: 'supply-chain',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The organisation has ruled the activity out: it can do more than an automation should, or is no longer maintained.',
  fix: 'Replace it by an activity that is allowed.',
  compliance: ['LEASTPRIV'],
  options: {
    deny: {
      default: [] as readonly string[],
      about: 'Types of activities that may not be used, with `*`.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['deny'],
  inventory: {
    kind: 'activity_type',
    each: 'place',
    subjectOf: plainType,
    reported: (types, { deny }) =>
      types.filter((type) => deny.some((pattern) => matchesWildcard(plainType(type), pattern))),
  },
  level: 'activity',
  *check(activity, { options }) {
    const type = plainType(activity.type);
    if (!options.deny.some((pattern) => matchesWildcard(type, pattern))) return;
    yield {
      at: activity,
      subject: type,
      message: `"${activity.name}" uses the activity "${type}", which is not allowed.`,
    };
  },
  examples: {
    uipath: {
      options: { deny: ['InvokePowerShell', 'Kill*'] },
      bad: ['<ui:KillProcess ProcessName="excel" />', '<ui:InvokePowerShell CommandText="Get-Date" />'],
      good: [
        '<ui:InvokeCode Code="x = 1" />',
        '<ui:LogMessage Message="KillProcess" />',
        // Near miss: switched off.
        '<ui:CommentOut><ui:CommentOut.Body><ui:KillProcess ProcessName="excel" /></ui:CommentOut.Body></ui:CommentOut>',
      ],
    },
  },
});
