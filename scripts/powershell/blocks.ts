/** The commands of our documents that PowerShell needs in another form, folded behind the block for a shell. */
import { toPowerShell } from './translate.ts';

/** Documents whose commands people on Windows run. */
export const DOCUMENTS = ['README.md', 'docs/tutorial.md', 'docs/ci.md', 'docs/command.md'] as const;

const RECIPE = 'a recipe for the shell of a CI job; on Windows `flowarden submit` does all of it';

/** Blocks without PowerShell, by document and first line, and why. */
export const WITHOUT_POWERSHELL: Readonly<Record<string, string>> = {
  'README.md: metadata=$(jq -n --arg repository "$REPOSITORY" --arg branch "$BRANCH" --arg commit "$COMMIT" \\':
    RECIPE,
  'README.md: gate() {': RECIPE,
  'README.md: answer=$(curl -sS --fail-with-body --retry 3 --retry-connrefused "$FLOWARDEN_URL/api/v1/validate/project" \\':
    RECIPE,
  'README.md: answer=$(curl -sS --fail-with-body --retry 3 --retry-connrefused "$FLOWARDEN_URL/api/v1/validate/async" \\':
    RECIPE,
  'README.md: curl -X PATCH "$FLOWARDEN_URL/api/v1/environments/production" -H \'Content-Type: application/json\' \\':
    'an administrator sets it once; the web app does it too',
  'README.md: base64 <samples/uipath/Main.xaml | tr -d \'\\n\' | jq -R \'{platform: "platform_1", filename: "Main.xaml", file: .}\' |':
    'a pipe of three Unix tools, to show the call; programs use a client of gRPC',
};

const REPORT = 'Get-Content -Raw -Encoding utf8 report.json | ConvertFrom-Json';
const ROBOT = 'robot/Main.xaml';
const READ_ROBOT = `Get-Content -Raw -Encoding utf8 ${ROBOT}`;
const WRITE_ROBOT = `Set-Content -NoNewline -Encoding utf8 ${ROBOT}`;

/** Statements that call a tool Windows does not have, and what does the same there. */
export const BY_HAND: Readonly<Record<string, string>> = {
  [`sed -i.old 's/ xmlns:ui=/ xmlns:ss="clr-namespace:System.Security;assembly=mscorlib"&/' ${ROBOT}`]: `(${READ_ROBOT}) -creplace ' xmlns:ui=', ' xmlns:ss="clr-namespace:System.Security;assembly=mscorlib"$&' |
  ${WRITE_ROBOT}`,
  [`sed -i.old 's/"x:String" Name="portalPassword" Default="[^"]*"/"ss:SecureString" Name="portalPassword"/' ${ROBOT}`]: `(${READ_ROBOT}) -creplace '"x:String" Name="portalPassword" Default="[^"]*"',
  '"ss:SecureString" Name="portalPassword"' | ${WRITE_ROBOT}`,
  [`sed -i.old 's/ui:TypeInto/ui:TypeSecureText/; s/ Text="\\[portalPassword\\]"/ SecureText="[portalPassword]"/' ${ROBOT}`]: `(${READ_ROBOT}) -creplace 'ui:TypeInto', 'ui:TypeSecureText' \`
  -creplace ' Text="\\[portalPassword\\]"', ' SecureText="[portalPassword]"' | ${WRITE_ROBOT}`,
  [`sed -i.old '46s|$|<Rethrow />|' ${ROBOT}`]: `$lines = @(Get-Content -Encoding utf8 ${ROBOT})
$lines[45] += '<Rethrow />'
$lines | Set-Content -Encoding utf8 ${ROBOT}`,
  'jq -r \'.blockingFindings[] | "\\(.severity) \\(.rule) at \\(.location)"\' report.json': `(${REPORT}).blockingFindings |
  ForEach-Object { "$($_.severity) $($_.rule) at $($_.location)" }`,
  [`jq '{validationId, findingId: .blockingFindings[0].id, expiresAt: (now + 14 * 86400 | todate),
  reason: "The stored procedure comes with the next release."}' report.json >request.json`]: `$report = ${REPORT}
@{
  validationId = $report.validationId
  findingId = $report.blockingFindings[0].id
  expiresAt = [DateTime]::UtcNow.AddDays(14).ToString('s') + 'Z'
  reason = 'The stored procedure comes with the next release.'
} | ConvertTo-Json | Set-Content -Encoding ascii request.json`,
  "APPROVER_KEY=$(sed -n 's/^Key   *//p' approver.txt)":
    "$env:APPROVER_KEY = (Select-String '^Key +(.+)$' approver.txt).Matches[0].Groups[1].Value",
  'test "$(jq -r .passed report.json)" = true': `(${REPORT}).passed`,
  'curl -sSf "$FLOWARDEN_URL/downloads/flowarden-action.tgz" | tar -xz --strip-components=1 -C .github/actions/flowarden': `curl.exe -sSf -o flowarden-action.tgz "$env:FLOWARDEN_URL/downloads/flowarden-action.tgz"
tar -xzf flowarden-action.tgz --strip-components=1 -C .github/actions/flowarden
Remove-Item flowarden-action.tgz`,
  // PowerShell has no redirection of input, and its pipe encodes text again.
  'flowarden validate - --stdin-filename Main.xaml < Main.xaml':
    "cmd /c 'flowarden validate - --stdin-filename Main.xaml < Main.xaml'",
};

const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```\n/gm;
const FOLDED =
  /\n<details>\n<summary>PowerShell<\/summary>\n\n```powershell\n[\s\S]*?^```\n\n<\/details>\n/gm;

/**
 * Returns a document with PowerShell behind each block for a shell, in the place of what stood there. A block that is
 * the same in both, or is in {@link WITHOUT_POWERSHELL}, has none.
 */
export function withPowerShell(document: string, text: string): string {
  return text.replaceAll(FOLDED, '').replaceAll(SHELL_BLOCK, (block, script: string) => {
    if (Object.hasOwn(WITHOUT_POWERSHELL, `${document}: ${script.split('\n')[0]}`)) return block;
    const own = toPowerShell(script, BY_HAND);
    if (own === script) return block;
    return `${block}\n<details>\n<summary>PowerShell</summary>\n\n\`\`\`powershell\n${own}\`\`\`\n\n</details>\n`;
  });
}
