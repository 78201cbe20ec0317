/** Parses the page of a rule: front matter, reason, fix, steps in each designer, and examples that tests run. */
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../analysis/model/platform.ts';
import type { Options } from '../analysis/model/rule-option.ts';
import { type DesignerName, isDesigner } from './designers.ts';

/** Steps by which an author fixes a finding in one designer. */
export interface DesignerSteps {
  readonly designer: DesignerName;
  /** Sentences in order. */
  readonly steps: readonly string[];
}

/** A piece of a file, or several files, each behind a line `-- path --`. */
export interface Example {
  readonly text: string;
  /** Number of findings that the rule reports in it. */
  readonly findings: number;
}

/** Examples of one platform. */
export interface Examples {
  /** Options of all examples that differ from the defaults. */
  readonly options?: Options;
  /** Each is reported. */
  readonly bad: readonly Example[];
  /** None is reported; the first is the repair of the first bad one. */
  readonly good: readonly Example[];
  /** Further ones for tests alone: what is hard to find, and what only looks like a defect. */
  readonly forTests: Readonly<Record<Kind, readonly Example[]>>;
}

/** Page of a rule. */
export interface RulePage {
  /** YAML between the lines `---`. */
  readonly frontMatter: string;
  /** Rationale in one or two sentences. */
  readonly why: string;
  /** Remediation. */
  readonly fix: string;
  readonly designers: readonly DesignerSteps[];
  readonly examples: Readonly<Partial<Record<Platform, Examples>>>;
}

/** Heading of the examples that people do not see. */
const FOR_TESTS = 'For tests';

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const PLATFORMS_LINE = /^platforms: \[([a-z, -]*)\]$/m;
const FENCE = /^(`{3,})(?:\w+)?(?: findings=(\d+))?$/;
const OPTIONS_LINE = /^The examples have the options `(.*)`\.$/;

interface Fence extends Example {
  readonly fence: true;
}

/** Part of a page below one heading, up to the next heading. */
interface Section {
  readonly level: number;
  readonly heading: string;
  /** Lines of prose and fenced examples, in order. */
  readonly content: (string | Fence)[];
}

/** Parses a page. @throws Error that names what is missing or unknown */
export function parsePage(text: string): RulePage {
  const [head, frontMatter] = FRONT_MATTER.exec(text) ?? [];
  if (head === undefined || frontMatter === undefined)
    throw new Error('A page begins with its front matter, between lines "---".');
  const sections = sectionsOf(text.slice(head.length));
  const platforms = platformsIn(frontMatter);
  return {
    frontMatter,
    why: proseOf(sections, 'Why it matters'),
    fix: proseOf(sections, 'How to fix it'),
    designers: sections.flatMap(({ level, heading, content }) =>
      level === 3 && heading.startsWith('In ')
        ? [{ designer: designerIn(heading), steps: stepsIn(content) }]
        : [],
    ),
    examples: examplesIn(sections, platforms),
  };
}

/** Returns a page without its front matter. */
export function withoutFrontMatter(text: string): string {
  return text.replace(FRONT_MATTER, '');
}

/** Returns a page without the examples that are for tests alone. */
export function withoutTestExamples(text: string): string {
  const at = text.indexOf(`\n## ${FOR_TESTS}\n`);
  return at === -1 ? text : text.slice(0, at);
}

/** Splits the text below the front matter at its headings; those inside a fence are content. */
function sectionsOf(body: string): readonly Section[] {
  const sections: Section[] = [];
  const lines = body.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const heading = /^(#{2,3}) (.+)$/.exec(line);
    if (heading !== null) {
      sections.push({ level: heading[1]!.length, heading: heading[2]!, content: [] });
      continue;
    }
    const fence = FENCE.exec(line);
    const end = fence === null ? at : lines.indexOf(fence[1]!, at + 1);
    if (end === -1) throw new Error(`The fence in line ${at + 1} below the front matter has no end.`);
    if (fence !== null)
      sections.at(-1)?.content.push({
        fence: true,
        text: lines.slice(at + 1, end).join('\n'),
        findings: Number(fence[2] ?? 1),
      });
    else if (line !== '') sections.at(-1)?.content.push(line);
    at = end;
  }
  return sections;
}

function platformsIn(frontMatter: string): readonly Platform[] {
  const names = PLATFORMS_LINE.exec(frontMatter)?.[1]?.split(', ') ?? [];
  return PLATFORM_NAMES.filter((name) => names.includes(name));
}

const isProse = (part: string | Fence): part is string => typeof part === 'string';

function proseOf(sections: readonly Section[], heading: string): string {
  const prose = sections.find((section) => section.heading === heading)?.content.filter(isProse) ?? [];
  if (prose.length === 0) throw new Error(`The section "${heading}" has no text.`);
  return prose.join(' ');
}

function designerIn(heading: string): DesignerName {
  const name = heading.slice(3);
  if (!isDesigner(name)) throw new Error(`The section "${heading}" names no designer.`);
  return name;
}

/** Returns the steps of a numbered list. */
function stepsIn(content: Section['content']): readonly string[] {
  return content.filter(isProse).map((line) => line.replace(/^\d+\. /, ''));
}

type Kind = 'bad' | 'good';
const KINDS: Readonly<Record<string, Kind>> = { Reported: 'bad', 'Not reported': 'good' };

/**
 * Returns the examples by platform. Their sections are `Reported` and `Not reported`, with `: <platform>` behind them where a
 * rule has several platforms, below `Examples` and below `For tests`.
 */
function examplesIn(sections: readonly Section[], platforms: readonly Platform[]): RulePage['examples'] {
  const all = new Map(
    platforms.map((name) => [
      name,
      {
        bad: [],
        good: [],
        forTests: { bad: [], good: [] },
      } as Record<Kind, Example[]> & { forTests: Record<Kind, Example[]>; options?: Options },
    ]),
  );
  let isForTests = false;
  for (const { level, heading, content } of sections) {
    if (level === 2) isForTests = heading === FOR_TESTS;
    const [name = '', title] = heading.split(': ');
    const kind = KINDS[name];
    if (kind === undefined) continue;
    const platform =
      title === undefined ? platforms[0] : platforms.find((one) => PLATFORMS[one].title === title);
    const examples = platform && all.get(platform);
    if (examples === undefined) throw new Error(`The section "${heading}" names no platform of the rule.`);
    for (const part of content)
      if (!isProse(part))
        (isForTests ? examples.forTests : examples)[kind].push({ text: part.text, findings: part.findings });
      else if (OPTIONS_LINE.test(part))
        examples.options = JSON.parse(OPTIONS_LINE.exec(part)![1]!) as Options;
  }
  const some = [...all].filter(([, { bad, good }]) => bad.length + good.length > 0);
  return Object.fromEntries(some);
}
