/** Recognises coded workflows of UiPath among C# files, by their base class or their attributes. */

const BASE = 'CodedWorkflow';
const ATTRIBUTES = ['[Workflow', '[TestCase'];
const VENDOR = 'UiPath';
/** Class declarations and attributes stand near the start: constants before them are seldom longer. */
const TEXT_MAX = 1024 * 1024;

/** Returns the line up to a position, without the white space before it. */
function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trimStart();
}

const isComment = (line: string): boolean => /^(?:\/\/|\/\*|\*)/.test(line);

/** Returns whether a class has the base class of coded workflows, or one that is called after it. */
function extendsBase(text: string): boolean {
  for (let at = text.indexOf(BASE); at !== -1; at = text.indexOf(BASE, at + BASE.length)) {
    const line = lineBefore(text, at);
    if (!isComment(line) && line.includes(':')) return true;
  }
  return false;
}

/** Returns whether a method has an attribute of coded workflows. NUnit has a `TestCase` too, but always arguments. */
function hasAttribute(text: string): boolean {
  return ATTRIBUTES.some((attribute) => {
    for (let at = text.indexOf(attribute); at !== -1; at = text.indexOf(attribute, at + attribute.length))
      if (/^(?:\]|\(\)\]|,)/.test(text.slice(at + attribute.length, at + attribute.length + 3))) {
        if (!isComment(lineBefore(text, at))) return true;
      }
    return false;
  });
}

/** Returns whether C# code is a coded workflow or a coded test case of UiPath. */
export function isCodedWorkflow(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, TEXT_MAX);
  return text.includes(VENDOR) && (extendsBase(text) || hasAttribute(text));
}
