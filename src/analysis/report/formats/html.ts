/** HTML report: one self-contained page without scripts, links to elsewhere or anything that is loaded. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import { type Summary, summarise } from '../../model/report.ts';
import { SEVERITIES } from '../../model/rule.ts';
import {
  blockingText,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';
import { CHANGES_STYLE, fileChangesHtml } from './html-changes.ts';
import { PICTURE_STYLE, picturesHtml } from './html-picture.ts';
import { createReasons, type Reasons, rulesHtml } from './html-rules.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '#': '&#35;',
};

const html = (text: string): string =>
  showControlCharacters(text.toWellFormed()).replace(/[&<>"'#]/g, (sign) => ENTITIES[sign]!);

/** Bounds of a page: a browser opens one with all of them in a second. */
const LIMITS = {
  /** Findings with their texts; the contents count all. */
  findings: 10_000,
  /** Rows of the contents. */
  rows: 2_000,
  /** UTF-16 code units of all pictures. */
  pictures: 2_000_000,
  /** Files that are unfolded. */
  open: 20,
} as const;

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h2{overflow-wrap:anywhere;font-size:1.1rem;margin-top:2rem}
summary h2{display:inline;margin:0}
section{margin:1rem 0;content-visibility:auto;contain-intrinsic-size:auto 4rem}
article{border-left:.3rem solid;padding:.1rem 1rem;margin:1rem 0;overflow-wrap:anywhere}
.critical{border-color:rgb(179 0 27)}.high{border-color:rgb(217 72 15)}.medium{border-color:rgb(183 121 0)}.low{border-color:rgb(43 108 176)}
td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
small{opacity:.75}
${PICTURE_STYLE}
${CHANGES_STYLE}`;

/** Returns what the finding means for the gate, as a text behind its severity. */
function stateText({ finding, blocks, baselineState }: ViewFinding): string {
  if (blocks) return ', blocks';
  if (finding.exceptionStatus === 'approved') return ', waived';
  return baselineState === 'unchanged' ? ', known' : '';
}

function findingHtml(view: ViewFinding, anchor: string, reasons: Reasons): string {
  const { finding, place, line, column } = view;
  const { what, fix } = reasons.explain(finding);
  return `<article class="${finding.severity}" id="${anchor}">
<h3>${html(finding.rule)} <small>${finding.ruleId}, ${finding.severity}${stateText(view)}</small></h3>
<p><small>line ${line}, column ${column}: ${html(place)}</small></p>
<p>${html(what)}</p>
${fix === null ? `<p><a href="#rule-${finding.ruleId}">Why it matters, how to fix it</a></p>` : `<p><strong>Fix:</strong> ${html(fix)}</p>`}
</article>
`;
}

/** A file with findings, and its anchor. */
interface Entry {
  readonly file: ViewFile;
  readonly anchor: string;
  readonly summary: Summary;
}

/** Returns the files with findings or errors, the worst first. */
function entriesOf(files: readonly ViewFile[]): readonly Entry[] {
  return files
    .flatMap((file, index) => {
      const { errors, findings, unlisted } = file;
      if (errors.length + findings.length + unlisted === 0) return [];
      return [{ file, anchor: `file-${index}`, summary: summarise(findings.map(({ finding }) => finding)) }];
    })
    .sort((a, b) => {
      const errors = b.file.errors.length - a.file.errors.length;
      const severity = SEVERITIES.find((one) => a.summary[one] !== b.summary[one]);
      return errors || (severity === undefined ? 0 : b.summary[severity] - a.summary[severity]);
    });
}

/** Rest of the bounds while the page is written. */
interface Room {
  findings: number;
  pictures: number;
}

function fileHtml({ file, anchor }: Entry, index: number, room: Room, reasons: Reasons): string {
  const { path, errors, findings, unlisted, drawn = [], score } = file;
  const anchorOf = (id: string): string => `${anchor}-${id}`;
  const shown = findings.slice(0, room.findings);
  room.findings -= shown.length;
  const left = unlisted + findings.length - shown.length;
  const rest = left === 0 ? '' : `<p>${plural(left, 'more finding')} could not be listed.</p>\n`;
  const drawing = room.pictures <= 0 ? '' : picturesHtml(drawn, html, (id) => `#${anchorOf(id)}`);
  const fits = drawing.length <= room.pictures;
  if (fits) room.pictures -= drawing.length;
  const pictures =
    drawing === '' || !fits
      ? ''
      : `<details><summary>${plural(drawn.length, 'picture')}</summary>\n${drawing}</details>\n`;
  const head = score === undefined ? '' : ` <small>score ${score}</small>`;
  return `<section>
<details${index < LIMITS.open ? ' open' : ''}><summary><h2>${html(path)}</h2>${head}</summary>
<div id="${anchor}">
${errors.map((error) => `<p role="alert">${html(error)}</p>\n`).join('')}${pictures}${shown.map((view) => findingHtml(view, anchorOf(view.finding.id), reasons)).join('')}${rest}</div>
</details>
</section>
`;
}

/** Returns both versions of the files that have changed, as far as there is room. */
function changedHtml(files: readonly ViewFile[], room: Room): string {
  const parts = files.flatMap(({ path, versions = [] }) => {
    const drawing = fileChangesHtml(versions);
    if (drawing === '' || drawing.length > room.pictures) return [];
    room.pictures -= drawing.length;
    return [`<details><summary><h3>${html(path)}</h3></summary>\n${drawing}</details>\n`];
  });
  return parts.length === 0 ? '' : `<section>\n<h2>Before and after</h2>\n${parts.join('')}</section>\n`;
}

const COUNT_HEADS = SEVERITIES.map((severity) => `<th scope="col">${severity}</th>`).join('');
const counts = (summary: Summary): string =>
  SEVERITIES.map((severity) => `<td>${summary[severity]}</td>`).join('');

/** Returns the table of contents: the files with findings, the worst first. */
function contentsHtml(entries: readonly Entry[], files: readonly ViewFile[]): string {
  if (entries.length === 0) return '';
  const rows = entries
    .slice(0, LIMITS.rows)
    .map(
      ({ file: { path, score, errors }, anchor, summary }) =>
        `<tr><td><a href="#${anchor}">${html(path)}</a></td><td>${score ?? (errors.length > 0 ? 'unread' : '')}</td>${counts(summary)}</tr>\n`,
    );
  const left = entries.length - rows.length;
  const clean = files.length - entries.length;
  const notes = [
    ...(left === 0 ? [] : [`${plural(left, 'more file')} with findings.`]),
    ...(clean === 0 ? [] : [`${plural(clean, 'file')} without findings.`]),
  ];
  return `<h2>Contents, the worst file first</h2>
<table>
<thead><tr><th scope="col">file</th><th scope="col">score</th>${COUNT_HEADS}</tr></thead>
<tbody>
${rows.join('')}</tbody>
</table>
${notes.length === 0 ? '' : `<p>${notes.join(' ')}</p>\n`}`;
}

/** Returns when, at which commit and by which policy the files were judged. */
function originHtml({ origin }: ReportView): string {
  if (origin === undefined) return '';
  const { at, commit, policy } = origin;
  const where = commit === null ? '' : `, commit <code>${html(commit)}</code>`;
  return `<p>Judged at ${html(at)} by ${html(policy)}${where}.</p>\n`;
}

/** Returns the view as an HTML page. */
export function htmlReport(view: ReportView): string {
  const { version, mode, overrides, verdict, problems, files } = view;
  const blocking = blockingText(view);
  const { passed, score, summary, fileCount } = verdict;
  const result = passed ? 'passed' : 'failed';
  const entries = entriesOf(files);
  const room: Room = { findings: LIMITS.findings, pictures: LIMITS.pictures };
  const reasons = createReasons(view);
  const sections = entries.map((entry, index) => fileHtml(entry, index, room, reasons));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Flowarden report: ${result}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Flowarden report: ${result}</h1>
<p>Score <strong>${score ?? 'none'}</strong> over ${formatNumber(fileCount)} ${fileCount === 1 ? 'workflow' : 'workflows'}, mode ${mode}${blocking === '' ? '' : `: <strong>${blocking}</strong>`}. Version ${html(version)}.</p>
${originHtml(view)}${overrideNotes(overrides)
  .map((note) => `<p>${html(note)}</p>\n`)
  .join('')}<table>
<thead><tr>${COUNT_HEADS}<th scope="col">all</th></tr></thead>
<tbody><tr>${counts(summary)}<td>${summary.total}</td></tr></tbody>
</table>
<main>
${problems.map((problem) => `<p role="alert">${html(problem)}</p>\n`).join('')}${contentsHtml(entries, files)}${sections.join('')}${changedHtml(files, room)}${rulesHtml(reasons, html)}</main>
</body>
</html>
`;
}
