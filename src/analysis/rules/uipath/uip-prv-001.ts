/** The address of a person in a selector. */
import { defineRule } from '../../model/rule.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import { mailsOfPersonsIn } from '../../patterns/texts/personal-data.ts';

/** Returns whether a setting, such as `Target.FullSelectorArgument`, finds an element. */
const isSelector = (name: string): boolean => name.includes('Selector', name.lastIndexOf('.') + 1);

const click = (selector: string): string =>
  `<ui:Click DisplayName="Open mailbox"><ui:Click.Target><ui:Target Selector="${selector}" /></ui:Click.Target></ui:Click>`;

// Numbers of cards, accounts and persons are XPL-PRV-004's, wherever they stand.
export const rule = defineRule({
  id: 'UIP-PRV-001',
  version: 1,
  title: 'Personal data in a selector',
  platforms: ['uipath'],
  category: 'data-privacy',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The recorder took the title of a window as it was that day: the workflow fails for every other person, and the address goes into each copy, log and screenshot of it.',
  fix: 'Open the selector in the Selector editor and put a wildcard (*) or a variable in the place of the address.',
  compliance: ['PII'],
  options: {},
  level: 'activity',
  words: ['@'],
  *check(activity) {
    for (const property of activity.properties) {
      const [mail] = isSelector(property.name) ? mailsOfPersonsIn(property.text) : [];
      if (mail === undefined) continue;
      const message = `"${activity.name}" finds its element by the address of a person: ${mask(mail)}.`;
      yield { at: property, subject: property.name, message };
    }
  },
  examples: {
    uipath: {
      bad: [
        click("&lt;wnd app='outlook.exe' title='Inbox - ada.weber@corp.example - Outlook' /&gt;"),
        click(
          "[&quot;&lt;html title='ada.weber@corp.example' /&gt;&lt;webctrl id='&quot; + id + &quot;' /&gt;&quot;]",
        ),
      ],
      good: [
        click("&lt;wnd app='outlook.exe' title='Inbox - * - Outlook' /&gt;"),
        click("&lt;wnd app='outlook.exe' title='Inbox - {{mailbox}}@corp.example - Outlook' /&gt;"),
        // Near misses: the mailbox of a team, and an address that is typed.
        click("&lt;wnd app='outlook.exe' title='Inbox - support@corp.example - Outlook' /&gt;"),
        '<ui:TypeInto Text="ada.weber@corp.example" />',
      ],
    },
  },
});
