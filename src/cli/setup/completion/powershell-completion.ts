/** Completion in PowerShell, Windows PowerShell 5.1 included. */
import type { CommandWords } from './completion-words.ts';

/** Returns the script for PowerShell. What it does not know, as paths, PowerShell completes itself. */
export function powershellCompletion(commands: readonly CommandWords[]): string {
  const options = commands.flatMap(({ name, options: own }) => {
    const words = Object.keys(own).map((option) => `--${option}`);
    return words.length === 0 ? [] : [`  ${quoted(name)} = ${list(words)}`];
  });
  const values = commands.flatMap(({ name, options: own }) =>
    Object.entries(own).flatMap(([option, known]) =>
      known.length === 0 ? [] : [`  ${quoted(`${name} --${option}`)} = ${list(known)}`],
    ),
  );
  return `$flowardenCommands = ${list([...commands.map(({ name }) => name), 'help'])}
$flowardenOptions = @{
${options.join('\n')}
}
$flowardenValues = @{
${values.join('\n')}
}
Register-ArgumentCompleter -Native -CommandName flowarden -ScriptBlock {
  param($current, $line, $position)
  $before = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  if ($before.Count -le 1) {
    $words = $flowardenCommands
  } else {
    $words = $flowardenValues["$($before[1]) $($before[-1])"]
    if ($null -eq $words -and $current.StartsWith('-')) { $words = $flowardenOptions[$before[1]] }
  }
  $words | Where-Object { $_ -like "$current*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
