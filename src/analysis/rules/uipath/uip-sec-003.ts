/** A workflow turns a SecureString into plain text. */
import { defineRule } from '../../model/rule.ts';
import type { Token } from '../../model/workflow.ts';

/** Open bracket: an ordinary one, or the arguments of a `NetworkCredential`. */
interface Open {
  isCredential: boolean;
}

const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'punctuation' && token.text === text;
const isName = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'name' && token.text.toLowerCase() === text;

/** Returns the name of a new `NetworkCredential` at a token: `cred = New …`, `Dim cred As New …`. */
function credentialName(tokens: readonly Token[], at: number): string | undefined {
  let before = at - 1;
  while (/^(?:\.|new|system|net)$/i.test(tokens[before]?.text ?? '')) before -= 1;
  const isGiven = before < at - 1 && /^(?:=|as)$/i.test(tokens[before]?.text ?? '');
  const name = isGiven ? tokens[before - 1] : undefined;
  return name?.kind === 'name' ? name.text.toLowerCase() : undefined;
}

/** Finds `cred.Password` of a credential that the same code has created. */
function readsNamedPassword(tokens: readonly Token[]): boolean {
  const names = new Set<string>();
  for (let i = 0; i < tokens.length; i += 1) {
    const name = isName(tokens[i], 'networkcredential') ? credentialName(tokens, i) : undefined;
    if (name !== undefined) names.add(name);
    if (!isName(tokens[i], 'password') || !isSign(tokens[i - 1], '.') || tokens[i + 1]?.text === '=')
      continue;
    if (names.has(tokens[i - 2]?.text.toLowerCase() ?? '')) return true;
  }
  return false;
}

/** Finds `New NetworkCredential("", secret).Password`, also with brackets around the `New`. One pass. */
function readsCredentialPassword(tokens: readonly Token[]): boolean {
  const open: Open[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    if (isSign(tokens[i], '(')) open.push({ isCredential: isName(tokens[i - 1], 'networkcredential') });
    if (!isSign(tokens[i], ')') || open.pop()?.isCredential !== true) continue;
    if (isSign(tokens[i + 1], '.') && isName(tokens[i + 2], 'password')) return true;
    const around = open.at(-1);
    if (around !== undefined && isSign(tokens[i + 1], ')')) around.isCredential = true;
  }
  return false;
}

const UNWRAPS = /^(?:securestringto(?:bstr|globalalloc|cotaskmem|plain)|ptrtostring(?:bstr|uni|auto|ansi)$)/;

/** Returns how the tokens unwrap a SecureString, in words; undefined when they do not. */
function unwrapping(tokens: readonly Token[]): string | undefined {
  let hasCredential = false;
  for (const token of tokens) {
    if (token.kind !== 'name') continue;
    const name = token.text.toLowerCase();
    if (UNWRAPS.test(name)) return token.text;
    if (name === 'networkcredential') hasCredential = true;
  }
  const reads = hasCredential && (readsCredentialPassword(tokens) || readsNamedPassword(tokens));
  return reads ? 'NetworkCredential(…).Password' : undefined;
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
    const how = unwrapping(expression.tokens);
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
