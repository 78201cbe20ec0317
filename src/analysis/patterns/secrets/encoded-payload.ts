/** Programs and scripts that hide in a text as base64 or as lists of character codes. */

import { BASE64_RUN, hasRun, runsIn } from '../../model/runs.ts';

const RUN_CHARACTERS = 400;
/** Length of the shortest base64 run to inspect. */
const ENCODED_MIN = 40;
const LENGTH_MIN = 16;

/** The first bytes of Windows programs, zip archives and Linux programs, in base64. */
const PROGRAM_START = /(?<![A-Za-z0-9+/])(?:TV[opqr]|UEsD|f0VM)[A-Za-z0-9+/]{84,400}/g;
/** Names of the first entries of office documents: templates that a workflow fills. */
const DOCUMENT = /\[Content_Types\]|_rels\/|docProps|xl\/|word\/|ppt\/|mimetype|customXml/;
const SCRIPT =
  /powershell|invoke-expression|\biex\b|wscript\.|createobject\(|new-object\s|#!\/bin\/|cmd(?:\.exe)? \/c|downloadstring|net\.webclient|import (?:os|subprocess|socket)\b|exec\(/i;
const PRINTABLE = /^[\t\n\r\x20-\x7e]{24,}$/;
const ENCODED_COMMAND = /(?:^|[\s"'])[-/](e[a-z]{0,13})\s+["']?[A-Za-z0-9+/]{40}/gi;
/** Flag at the end of a text; the command comes from elsewhere. */
const ENCODED_FLAG = /(?:^|[\s"'])[-/](e[a-z]{0,13})\s{1,9}["']?$/i;
const FLAG_CHARACTERS = 30;
const PADDING = /={1,2}$/;
const CODE = /\[?\bcha?rw?\]?\s?\(?\s?(?:&h)?\w{1,5}\s?\)?\s?[&+]\s?/gi;
/** One code, or the function that takes a list of codes: a pattern that begins with a word is fast. */
const ANY_CODE = /cha?rw?\]?\s?\(?\s?(?:&h)?\w{1,5}\s?\)?\s?[&+]|fromCharCode\(/i;
const CODE_LIST = /fromCharCode\(\s*/gi;
const LISTED_CODE = /(?:0x)?\w{1,5}\s*,\s*/y;
/** Functions that decode base64, by the languages of workflows and of what they run. */
export const DECODERS = [
  'FromBase64String',
  'atob',
  'b64decode',
  'base64ToString',
  'base64ToBinary',
] as const;
const DECODE = `(?:${DECODERS.join('|')})\\s*\\(`;
const ANY_DECODER = new RegExp(DECODE, 'i');
const RUN_DECODED = new RegExp(
  `(?:Assembly\\.Load|Invoke-Expression|\\biex\\b|\\beval|\\bexec|\\bExecute(?:Global)?)\\s{0,20}\\(?[^;\\n]{0,100}?${DECODE}`,
  'i',
);
const RUN_NAMED =
  /(?:Assembly\.Load|\beval|\bexec|Invoke-Expression|\biex)\s{0,20}\(?\s{0,20}\$?(\w{1,60})\b/gi;
const ASSIGN_DECODED = new RegExp(`\\b(\\w{1,60})\\s*=[^;\\n=]{0,100}?${DECODE}`, 'gi');

/** Decodes a run of base64, one character per byte; '' when it is none. */
function decode(run: string): string {
  try {
    return atob(run.slice(0, run.length - (run.length % 4)));
  } catch {
    return '';
  }
}

function isWindowsProgram(bytes: string): boolean {
  // Offset 60 holds the start of the header proper.
  return (
    bytes.startsWith('MZ') && bytes.length >= 64 && bytes.charCodeAt(62) === 0 && bytes.charCodeAt(61) < 16
  );
}

function programIn(text: string): string | undefined {
  for (const [run] of text.matchAll(PROGRAM_START)) {
    const bytes = decode(run);
    if (isWindowsProgram(bytes) || bytes.startsWith('\x7fELF')) return 'a program as base64';
    if (bytes.startsWith('PK\x03\x04') && !DOCUMENT.test(bytes)) return 'an archive as base64';
  }
  return undefined;
}

function scriptIn(text: string): string | undefined {
  for (const [start, end] of runsIn(text, BASE64_RUN, ENCODED_MIN)) {
    // PowerShell's own form has a zero byte behind every character.
    const decoded = decode(text.slice(start, Math.min(end, start + RUN_CHARACTERS))).replaceAll('\0', '');
    if (SCRIPT.test(decoded) && PRINTABLE.test(decoded)) return 'a script as base64';
  }
  return undefined;
}

/** Returns whether a word behind `-` announces an encoded command. Short ones do so in PowerShell alone. */
function announcesCommand(flag: string, isPowerShell: () => boolean): boolean {
  const name = flag.toLowerCase();
  if (name !== 'ec' && !'encodedcommand'.startsWith(name)) return false;
  return name.length >= 3 || isPowerShell();
}

/** Returns whether a piece of a command line ends where an encoded command follows: `powershell -enc `. */
export function endsWithEncodedFlag(text: string, isPowerShell: boolean): boolean {
  const flag = ENCODED_FLAG.exec(text.slice(-FLAG_CHARACTERS))?.[1];
  return flag !== undefined && announcesCommand(flag, () => isPowerShell);
}

/** Returns whether a text is base64 and nothing else, long enough for a command. */
export function isEncoded(text: string): boolean {
  // A pattern over megabytes of one character class overflows its stack.
  const encoded = text.trim().replace(PADDING, '');
  const [run] = runsIn(encoded, BASE64_RUN, ENCODED_MIN);
  return run !== undefined && run[0] === 0 && run[1] === encoded.length;
}

function encodedCommandIn(text: string, isForPowerShell: boolean): string | undefined {
  let isShell: boolean | undefined;
  const isPowerShell = (): boolean => (isShell ??= isForPowerShell || /powershell|pwsh/i.test(text));
  for (const [, flag] of text.matchAll(ENCODED_COMMAND))
    if (announcesCommand(flag!, isPowerShell)) return 'an encoded PowerShell command';
  return undefined;
}

function codesIn(text: string, codesMax: number): string | undefined {
  let inRow = 0;
  let end = -1;
  for (const { index, 0: code } of text.matchAll(CODE)) {
    inRow = index === end ? inRow + 1 : 1;
    if (inRow > codesMax) return 'a text made of character codes';
    end = index + code.length;
  }
  for (const { index, 0: call } of text.matchAll(CODE_LIST)) {
    LISTED_CODE.lastIndex = index + call.length;
    for (let listed = 0; LISTED_CODE.test(text); listed += 1)
      if (listed + 1 >= codesMax) return 'a text made of character codes';
  }
  return undefined;
}

/** Returns whether code runs text that it decodes from base64, directly or through a variable. */
function runsDecoded(text: string): boolean {
  if (RUN_DECODED.test(text)) return true;
  const decoded = new Set<string>();
  for (const [, name] of text.matchAll(ASSIGN_DECODED)) decoded.add(name!.toLowerCase());
  if (decoded.size === 0) return false;
  for (const [, name] of text.matchAll(RUN_NAMED)) if (decoded.has(name!.toLowerCase())) return true;
  return false;
}

/**
 * Returns the payload hidden in a text, as words behind "holds"; undefined when there is none.
 * @param codesMax how many character codes may be joined in a row
 * @param isForPowerShell whether PowerShell gets the text
 */
export function hiddenPayload(text: string, codesMax: number, isForPowerShell = false): string | undefined {
  if (text.length < LENGTH_MIN) return undefined;
  const isLong = hasRun(text, BASE64_RUN, ENCODED_MIN);
  const program = isLong ? programIn(text) : undefined;
  if (program !== undefined) return program;
  return (
    (isLong ? (encodedCommandIn(text, isForPowerShell) ?? scriptIn(text)) : undefined) ??
    (ANY_CODE.test(text) ? codesIn(text, codesMax) : undefined) ??
    (ANY_DECODER.test(text) && runsDecoded(text) ? 'code that runs what it decodes' : undefined)
  );
}
