/** A workflow turns a SecureString into plain text. */
import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import { isCallOf, lastName } from '../../semantics/callee.ts';
import { walk } from '../../semantics/visit.ts';

const UNWRAPS = /^(?:securestringto(?:bstr|globalalloc|cotaskmem|plain)|ptrtostring(?:bstr|uni|auto|ansi)$)/i;

/** Returns how code unwraps a SecureString, in words; undefined when it does not. */
function unwrapping(tree: Expr): string | undefined {
  /** Names that were given a credential, and nodes that are written to. */
  const credentials = new Set<string | undefined>();
  const written = new Set<Expr>();
  let readsPassword = false;
  for (const node of walk(tree)) {
    const name = lastName(node);
    if (name !== undefined && UNWRAPS.test(name)) return name;
    if (node.kind === 'binary' && node.operator === '=') {
      written.add(node.left);
      if (isCallOf(node.right, 'networkcredential')) credentials.add(lastName(node.left)?.toLowerCase());
    } else if (node.kind === 'member' && node.object !== null && !written.has(node)) {
      const owner = lastName(node.object)?.toLowerCase();
      const isCredential =
        owner === undefined ? isCallOf(node.object, 'networkcredential') : credentials.has(owner);
      readsPassword ||= isCredential && node.name.toLowerCase() === 'password';
    }
  }
  return readsPassword ? 'NetworkCredential(…).Password' : undefined;
}

export const rule = defineRule({
  id: 'UIP-SEC-003',
  version: 1,
  title: 'SecureString unwrapped to plain text',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'From here on the password is an ordinary text: it stays readable in memory, and any log message, exception or trace that includes the value shows it.',
  fix: 'Keep the SecureString and bind it to the property that accepts one: "Secure text" of Type Into, "Secure password" of mail and database activities, "Secure client secret" of HTTP activities. If a system takes plain text only, unwrap in the property of that one activity and nowhere earlier, and have that place excepted.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-316'],
  dedupeGroup: 'plain-credential',
  options: {
    allowedConsumers: {
      default: ['HttpClient.Headers', 'NetHttpRequest.Headers'] as readonly string[],
      about: 'Properties that need the plain text, as `Activity.Property`.',
      stricter: 'shorter',
    },
  },
  level: 'expression',
  words: ['networkcredential', 'securestringto', 'ptrtostring'],
  *check(expression, { workflow, options }) {
    const how = unwrapping(expression.tree);
    if (how === undefined) return;
    const activity = workflow.activities[expression.owner];
    const consumer = `${activity?.type}.${expression.name.split('.', 1)[0]}`;
    if (options.allowedConsumers.includes(consumer)) return;
    const where = activity === undefined ? `"${expression.name}"` : `"${activity.name}", ${expression.name},`;
    yield {
      at: expression,
      message: `${where} turns a SecureString into plain text with ${how}.`,
      subject: expression.name,
    };
  },
  examples: {
    uipath: {
      bad: [
        `<Assign DisplayName="Password as text">
  <Assign.To><OutArgument x:TypeArguments="x:String">[plain]</OutArgument></Assign.To>
  <Assign.Value><InArgument x:TypeArguments="x:String">[New System.Net.NetworkCredential("", secret).Password]</InArgument></Assign.Value>
</Assign>`,
        '<ui:TypeInto Text="[(New NetworkCredential(String.Empty, Trim(secret))).Password]" />',
        '<ui:InvokeCode Code="Dim p = Marshal.SecureStringToBSTR(secret)&#xA;text = Marshal.PtrToStringBSTR(p)" />',
        '<ui:InvokeCode Code="Dim cred As New System.Net.NetworkCredential(String.Empty, secret)&#xA;text = cred.Password" />',
      ],
      good: [
        '<ui:InvokeCode Code="Dim cred As New NetworkCredential(user, secret)&#xA;client.Credentials = cred&#xA;cred.Password = other" />',
        '<ui:TypeInto Text="[New NetworkCredential(user, secret).UserName]" />',
        '<ui:InvokeCode Code="\' Marshal.SecureStringToBSTR was here&#xA;log(&quot;NetworkCredential(a).Password&quot;)" />',
        // Near miss: the header is where the text is needed.
        `<ui:HttpClient><ui:HttpClient.Headers><InArgument x:TypeArguments="x:String"
  x:Key="Authorization">["Bearer " + New NetworkCredential("", token).Password]</InArgument></ui:HttpClient.Headers></ui:HttpClient>`,
      ],
    },
  },
});
