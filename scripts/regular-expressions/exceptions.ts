/** Regular expressions that the checker does not find safe, each with the bound that makes it harmless. */

export interface PatternException {
  /** File of the expression, for readers. */
  readonly file: string;
  /** Pattern as the checker prints it, with its flags. */
  readonly pattern: string;
  /** Largest input, or most characters read again for one of them, with the measured cost. */
  readonly bound: string;
  readonly reason: string;
}

export const EXCEPTIONS: readonly PatternException[] = [
  {
    file: 'src/infra/settings/setting-table.ts',
    pattern: String.raw`/:\/\/[^@]*@/`,
    bound: 'one environment variable, 128 KiB at most on Linux',
    reason: 'Only the operator sets it, and it is shown once.',
  },
  {
    file: 'src/infra/settings/setting-warnings.ts',
    pattern: String.raw`/_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?$/`,
    bound: 'one name of an environment variable',
    reason: 'Only the operator sets them; they are looked at once, when a command starts.',
  },
  {
    file: 'src/analysis/rules/blue-prism/bpr-sec-001.ts',
    pattern: String.raw`/(?<![\p{L}\d_-])([\p{L}\d_-]+)(?: ([\p{L}\d_-]+))?(?:["']\s{0,4},|["'\\\])\s]{0,4}(?:As\s{1,4}[\w.]{1,60}\s{0,4})?(?:=(?!=)|:)(?!=?\s{0,4}(?:true|false|nothing|null)\b))/giu`,
    bound: 'the characters around one part of a name',
    reason: 'It reads a short piece of the code, never all of it.',
  },
  {
    file: 'src/analysis/platforms/blue-prism/snippet.ts',
    pattern: String.raw`/<stage\b[^>]*>/g`,
    bound: 'a fragment of an example',
    reason: 'Only examples of rules and tests come here, never a file.',
  },
  {
    file: 'src/analysis/platforms/uipath/snippet.ts',
    pattern: String.raw`/<x:Property\b[^>]*\/>/g`,
    bound: 'a fragment of an example',
    reason: 'Only examples of rules and tests come here, never a file.',
  },
  {
    file: 'src/analysis/patterns/code/log-removal.ts',
    pattern: String.raw`/\b(?:del|erase|rm|Remove-Item|File\.Delete|Kill|os\.remove|fs\.unlink(?:Sync)?)\b[^\n;|]{0,200}?(?:\.log\b|winevt|[\\/]logs?[\\/]\*)|\.log\b[^\n;|]{0,200}\|\s{0,5}(?:Remove-Item|del|rm|ri)\b/i`,
    bound: '200 characters behind each command; 0.11 s a MB',
    reason: 'Its repetitions are bounded, so that the time is linear.',
  },
  {
    file: 'src/analysis/patterns/secrets/secret-formats.ts',
    pattern: String.raw`/grant_type=|(?:^|[&?"'\s])(?:user(?:_?name|id)?|login|email)=[^&\s]{0,100}&/i`,
    bound: '100 characters behind each name; 0.04 s a MB',
    reason: 'Its repetitions are bounded, so that the time is linear.',
  },
  {
    file: 'src/analysis/patterns/secrets/secret-formats.ts',
    pattern: String.raw`/\b(sk-(?:[a-z]{1,10}-)?[\w-]{20,80}T3BlbkFJ[\w-]{20,80})/g`,
    bound: '170 characters behind each start; 0.13 s a MB',
    reason: 'Its repetitions are bounded, so that the time is linear.',
  },
  {
    file: 'src/analysis/patterns/secrets/secret-formats.ts',
    pattern: String.raw`/\.(?<=(\beyJ[\w-]{10,2000}\.))(eyJ[\w-]{10,4000}\.[\w-]{20,1000})/g`,
    bound: 'a look behind of 2,000 characters at each dot; 0.01 s a MB',
    reason: 'Between two dots there is one look in each direction.',
  },
  {
    file: 'src/analysis/patterns/secrets/secret-formats.ts',
    pattern: String.raw`/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>[\]{}$%]{1,100}:([^\s:@/"'<>[\]{}$%]{3,100})@[\w-]/gi`,
    bound: '20 characters of a scheme behind each word; 0.04 s a MB',
    reason: 'Its repetitions are bounded, so that the time is linear.',
  },
  {
    file: 'src/analysis/rules/uipath/uip-sec-011.ts',
    pattern: String.raw`/\bServerCertificateValidationCallback\s*=\s*(?!\$null)|\s-SkipCertificateCheck\b(?!:\s*\$false)|\bTrustAllCertsPolicy\b|\bcurl(?:\.exe)?\b[^|;&\n]{0,400}?\s(?:-k|--insecure)(?=["'\s]|$)|\bwget(?:\.exe)?\b[^|;&\n]{0,400}?\s--no-check-certificate\b/i`,
    bound: '400 characters behind each command; 0.16 s a MB',
    reason: 'Its repetitions are bounded, and only what shells run comes here.',
  },
  {
    file: 'src/analysis/rules/uipath/uip-sec-020.ts',
    pattern: String.raw`/(?:^|[\s="'])((?:[a-z]:[\\/]|\\\\|%\w{1,30}%\\|https?:\/\/)[^\s"'<>|;&]{2,400}?\.(?:exe|com|msi|bat|cmd|ps1|vbs|vbe|js|wsf|hta|jar|pyw?))(?=["'\s?;&]|$)/i`,
    bound: '2,000 characters',
    reason: 'The arguments of a program are cut before the search.',
  },
  {
    file: 'src/analysis/rules/uipath/uip-sec-020.ts',
    pattern: String.raw`/(?:^|[\n;{(|])\s{0,20}(?:[&.]\s{0,5})?((?:[a-z]:\\|\\\\)[^\s"';|]{2,400}\.(?:exe|com|bat|cmd|ps1|vbs))(?=\s|[;|)}]|$)/i`,
    bound: '20,000 characters',
    reason: 'Only what PowerShell runs comes here, cut before the search.',
  },
  {
    file: 'src/analysis/rules/uipath/uip-sec-020.ts',
    pattern: String.raw`/\b(?:iex|Invoke-Expression)\b[^\n]{0,200}?\bDownloadString\(\s{0,5}["'](https?:\/\/[^"'\s]{4,400})/i`,
    bound: '20,000 characters',
    reason: 'Only what PowerShell runs comes here, cut before the search.',
  },
  {
    file: 'src/text/log-commands.ts',
    pattern: String.raw`/(?<=#[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\n\r]]*)#(?=[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{L}]--[\n\r]]*\[)/gv`,
    bound: 'each character is passed once by the look ahead and once by the look behind',
    reason:
      'The checker does not read the flag v. Both looks stop at the next sign of the kind that they begin at, so that no two of them overlap.',
  },
  {
    file: 'src/text/log-commands.ts',
    pattern:
      '/^((?:\u001b\\[[0-9;]*m|[^\\S\\n\\r\\u2028\\u2029]|[[\\p{Default_Ignorable_Code_Point}\\p{Cc}]--[\\n\\r]])*)(:(?=[[\\p{Default_Ignorable_Code_Point}\\p{Cc}]--[\\n\\r]]*:)|-(?=-- )|\\+(?=\\+\\+ )|~(?=~~ )|\\^(?=\\^\\^ ))/gmv',
    bound: 'each character is passed once by the look ahead and once by the look behind',
    reason:
      'The checker does not read the flag v. Both looks stop at the next sign of the kind that they begin at, so that no two of them overlap.',
  },
  {
    file: 'src/analysis/patterns/secrets/encoded-payload.ts',
    pattern: String.raw`/(?:Assembly\.Load|Invoke-Expression|\biex\b|\beval|\bexec|\bExecute(?:Global)?)\s{0,20}\(?[^;\n]{0,100}?(?:FromBase64String|atob|b64decode|base64ToString|base64ToBinary)\s*\(/i`,
    bound: '120 characters behind each call; 0.2 s a MB',
    reason: 'Its repetitions are bounded, so that the time is linear.',
  },
];
