/** A password is typed as ordinary text. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { secretReadBy } from '../../patterns/secrets/secret-read.ts';
import { isPasswordField, TYPING_TYPES, typedText } from '../../patterns/uipath/password-field.ts';

function problemOf(activity: Activity, text: Property): Problem | undefined {
  const found = { at: text, subject: text.name };
  const secret = text.expression && secretReadBy(text.expression.tree);
  if (secret !== undefined)
    return { ...found, message: `"${activity.name}" types "${secret}" as ordinary text.` };
  const literal = literalOf(text);
  if (text.text.trim() === '' || literal === '') return undefined;
  if (!isPasswordField(activity, literal)) return undefined;
  const message = `"${activity.name}" types ordinary text into a password field.`;
  return literal === undefined ? { ...found, message } : { ...found, message, dedupeGroup: 'literal-secret' };
}

export const rule = defineRule({
  id: 'UIP-SEC-008',
  version: 1,
  title: 'Password typed in clear into the UI',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The text of the activity is an ordinary string: execution logs at level Verbose, the Locals panel and any exception that quotes it show the password.',
  fix: 'Open the activity, choose the icon beside "Type this" and switch to "Secure text", then bind the SecureString of "Get Credential". In classic projects use "Type Secure Text" in place of "Type Into".',
  compliance: ['PLAINCRED'],
  controls: ['CWE-549'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'activity',
  types: TYPING_TYPES,
  *check(activity) {
    const text = typedText(activity);
    const problem = text && problemOf(activity, text);
    if (problem !== undefined) yield problem;
  },
  examples: {
    uipath: {
      bad: [
        '<ui:TypeInto DisplayName="Type password" Text="[strPassword]" />',
        `<uix:NTypeInto Text="[value]"><uix:NTypeInto.Target>
  <uix:TargetAnchorable ElementType="InputBoxPassword" /></uix:NTypeInto.Target></uix:NTypeInto>`,
        `<ui:TypeInto Text="[in_Config(&quot;ErpPassword&quot;).ToString]"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;webctrl id='field' tag='INPUT' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
        `<ui:SetText Text="Nordwind-71"><ui:SetText.Target>
  <ui:Target Selector="&lt;webctrl tag='INPUT' type='password' /&gt;" /></ui:SetText.Target></ui:SetText>`,
        '<ui:TypeInto DisplayName="Type Into \'Password\'" Text="Nordwind-71" />',
        '<ui:TypeInto DisplayName="Kennwort eingeben" Text="Nordwind-71" />',
        '<ui:TerminalSendKeys Keys="[in_Password + &quot;[k(enter)]&quot;]" />',
        `<ui:TypeInto Text="[value]"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;html title='Login' /&gt;&lt;webctrl id='txtPassword' tag='INPUT' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
      ],
      good: [
        `<ui:TypeInto Text="[value]"><ui:TypeInto.Target>
  <ui:Target Selector="&lt;wnd title='Change password' id='password' /&gt;&lt;webctrl id='password-hint' name='user' /&gt;" /></ui:TypeInto.Target></ui:TypeInto>`,
        '<uix:NTypeInto SecureText="[secPassword]" />',
        '<ui:TypeInto DisplayName="Type Into \'Password hint\'" Text="Nordwind-71" />',
        `<uix:NTypeInto Text="{x:Null}" SecureText="[secret]"><uix:NTypeInto.Target>
  <uix:TargetAnchorable ElementType="InputBoxPassword" /></uix:NTypeInto.Target></uix:NTypeInto>`,
        // Near misses: the typed text is about a password, and the password field is only an anchor.
        '<ui:TypeInto Text="[passwordLabel]" />',
        `<uix:NTypeInto Text="[userName]"><uix:NTypeInto.Target><uix:TargetAnchorable ElementType="InputBox">
  <uix:TargetAnchorable.Anchors><scg:List x:TypeArguments="uix:ITarget"><uix:Target ElementType="InputBoxPassword"
    FullSelectorArgument="&lt;webctrl type='password' /&gt;" /></scg:List></uix:TargetAnchorable.Anchors>
</uix:TargetAnchorable></uix:NTypeInto.Target></uix:NTypeInto>`,
        '<ui:TypeInto Text="[json.SelectToken(&quot;name&quot;).ToString]" />',
      ],
    },
  },
});
