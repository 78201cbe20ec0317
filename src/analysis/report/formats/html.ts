/** HTML report: one self-contained page without scripts, links to elsewhere or anything that is loaded. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import { SEVERITIES } from '../../model/rule.ts';
import {
  blockingText,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';
import { PICTURE_STYLE, picturesHtml } from './html-picture.ts';

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

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h2{overflow-wrap:anywhere;font-size:1.1rem;margin-top:2rem}
article{border-left:.3rem solid;padding:.1rem 1rem;margin:1rem 0;overflow-wrap:anywhere}
.critical{border-color:rgb(179 0 27)}.high{border-color:rgb(217 72 15)}.medium{border-color:rgb(183 121 0)}.low{border-color:rgb(43 108 176)}
td,th{padding:.2rem 1rem .2rem 0;text-align:left}
small{opacity:.75}
${PICTURE_STYLE}`;

/** Returns what the finding means for the gate, as a text behind its severity. */
function stateText({ finding, blocks, baselineState }: ViewFinding): string {
  if (blocks) return ', blocks';
  if (finding.exceptionStatus === 'approved') return ', waived';
  return baselineState === 'unchanged' ? ', known' : '';
}

function findingHtml(view: ViewFinding, anchor: string): string {
  const { finding, place, line, column } = view;
  return `<article class="${finding.severity}" id="${anchor}">
<h3>${html(finding.rule)} <small>${finding.ruleId}, ${finding.severity}${stateText(view)}</small></h3>
<p><small>line ${line}, column ${column}: ${html(place)}</small></p>
<p>${html(finding.description)}</p>
<p><strong>Fix:</strong> ${html(finding.remediation)}</p>
</article>
`;
}

function fileHtml({ path, errors, findings, unlisted, drawn = [] }: ViewFile, index: number): string {
  if (errors.length + findings.length + unlisted === 0) return '';
  const rest = unlisted === 0 ? '' : `<p>${plural(unlisted, 'more finding')} could not be listed.</p>\n`;
  const anchorOf = (id: string): string => `finding-${index}-${id}`;
  const pictures = picturesHtml(drawn, html, (id) => `#${anchorOf(id)}`);
  return `<section>
<h2>${html(path)}</h2>
${errors.map((error) => `<p role="alert">${html(error)}</p>\n`).join('')}${pictures}${findings.map((view) => findingHtml(view, anchorOf(view.finding.id))).join('')}${rest}</section>
`;
}

/** Returns the view as an HTML page. */
export function htmlReport(view: ReportView): string {
  const { version, mode, overrides, verdict, problems, files } = view;
  const blocking = blockingText(view);
  const { passed, score, summary, fileCount } = verdict;
  const result = passed ? 'passed' : 'failed';
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
<p>Score <strong>${score ?? 'none'}</strong> over ${plural(fileCount, 'workflow')}, mode ${mode}${blocking === '' ? '' : `: <strong>${blocking}</strong>`}. Version ${html(version)}.</p>
${overrideNotes(overrides)
  .map((note) => `<p>${html(note)}</p>\n`)
  .join('')}<table>
<thead><tr>${SEVERITIES.map((severity) => `<th scope="col">${severity}</th>`).join('')}<th scope="col">all</th></tr></thead>
<tbody><tr>${SEVERITIES.map((severity) => `<td>${summary[severity]}</td>`).join('')}<td>${summary.total}</td></tr></tbody>
</table>
<main>
${problems.map((problem) => `<p role="alert">${html(problem)}</p>\n`).join('')}${files.map(fileHtml).join('')}</main>
</body>
</html>
`;
}
