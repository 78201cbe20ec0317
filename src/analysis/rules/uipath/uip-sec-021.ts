/** An application or address that the organisation has not approved. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Settings with the application or address that an activity opens. */
const TARGET = /(?:^|\.)(?:Url|FilePath|FileName)$/i;
const OPENS = [
  'OpenBrowser',
  'NApplicationCard',
  'NGoToUrl',
  'NavigateTo',
  'StartProcess',
  'OpenApplication',
];
const ADDRESS = /^\s*[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:@\s]{1,253})/i;

/** Returns the host of an address, or the name of a program's file. */
function targetOf(text: string): string {
  const host = ADDRESS.exec(text)?.[1];
  if (host !== undefined) return host.toLowerCase();
  const path = text.trim().replaceAll('\\', '/');
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

export const rule = defineRule({
  id: 'UIP-SEC-021',
  version: 1,
  title: 'Application or URL outside the allow-list',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The robot works with an application that nobody has approved, with the rights of its account.',
  fix: 'Use an approved application, or have this one added to the list.',
  compliance: ['LEASTPRIV'],
  controls: ['NIST:CM-7(5)'],
  groupBy: 'server',
  options: {
    allow: {
      default: [] as readonly string[],
      about: 'Hosts and programs that may be opened, with `*`; empty: all.',
      stricter: 'shorter',
    },
    deny: {
      default: [] as readonly string[],
      about: 'Hosts and programs that may not be opened, with `*`.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['allow', 'deny'],
  level: 'activity',
  types: OPENS,
  *check(activity, { options: { allow, deny } }) {
    for (const property of activity.properties) {
      if (!TARGET.test(property.name)) continue;
      const text = literalOf(property);
      const target = text === undefined ? '' : targetOf(text);
      if (target === '') continue;
      const isDenied = deny.some((pattern) => matchesWildcard(target, pattern));
      const isMissing = allow.length > 0 && !allow.some((pattern) => matchesWildcard(target, pattern));
      if (!isDenied && !isMissing) continue;
      yield {
        at: property,
        subject: property.name,
        group: target,
        message: `"${activity.name}" opens "${target}", which is not allowed.`,
      };
    }
  },
  examples: {
    uipath: {
      options: { allow: ['*.corp.example', 'excel.exe'], deny: ['old.corp.example'] },
      bad: [
        '<ui:OpenBrowser Url="https://www.other.example/login" />',
        '<ui:StartProcess FileName="C:\\Tools\\psexec.exe" />',
        '<ui:OpenBrowser Url="https://old.corp.example" />',
        '<ui:Sequence><ui:OpenBrowser Url="https://a.other.example/x" /><ui:OpenBrowser Url="https://a.other.example/y" /></ui:Sequence>',
      ],
      good: [
        '<ui:OpenBrowser Url="https://erp.corp.example/login" />',
        '<ui:OpenBrowser Url="[in_Url]" />',
        '<ui:StartProcess FileName="C:\\Office\\EXCEL.EXE" />',
        // Near miss: an address in a log message.
        '<ui:LogMessage Message="https://www.other.example" />',
      ],
    },
  },
});
