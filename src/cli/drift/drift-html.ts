/** Drift as one HTML page, with pictures of both versions of what has changed. */
import type { Workflow } from '../../analysis/model/workflow.ts';
import { CHANGES_STYLE, fileChangesHtml } from '../../analysis/report/formats/html-changes.ts';
import { PICTURE_STYLE } from '../../analysis/report/formats/html-picture.ts';
import { pairVersions } from '../../analysis/report/version-pairs.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { plural } from '../../text/format.ts';
import type { Drift, DriftItem } from './drift.ts';
import { driftTotals, isListed, pathsText, stateWord } from './drift-text.ts';
import { readableWorkflows } from './readable-workflows.ts';

/** Files that are drawn: more would make a page that no browser shows well. */
const DRAWN_MAX = 25;

const html = (text: string): string => escapeHtml(showControlCharacters(text.toWellFormed()));

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:96rem;margin:2rem auto;padding:0 1rem}
h2{overflow-wrap:anywhere;font-size:1.1rem;margin-top:2rem}
td,th{padding:.2rem 1rem .2rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
${PICTURE_STYLE}
${CHANGES_STYLE}`;

/** Returns the page. Files are read once more for their pictures. */
export async function driftHtml(left: string, right: string, drifts: readonly Drift[]): Promise<string> {
  const listed = drifts.filter(isListed);
  const changed = listed.filter(({ state }) => state === 'changed');
  const sections: string[] = [];
  for (const drift of changed.slice(0, DRAWN_MAX)) sections.push(await sectionHtml(drift));
  const rest = changed.length - DRAWN_MAX;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Flowarden drift</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Drift</h1>
<p>${html(left)} (left, before) and ${html(right)} (right, after): ${html(driftTotals(drifts))}</p>
<table>
<thead><tr><th scope="col">state</th><th scope="col">file</th><th scope="col">reason</th></tr></thead>
<tbody>
${listed.map(rowHtml).join('')}</tbody>
</table>
<main>
${sections.join('')}${rest > 0 ? `<p>${plural(rest, 'more file')} not drawn.</p>\n` : ''}</main>
</body>
</html>
`;
}

function rowHtml(drift: Drift): string {
  return `<tr><td>${stateWord(drift)}</td><td>${html(pathsText(drift))}</td><td>${html(drift.reason ?? '')}</td></tr>\n`;
}

async function sectionHtml(drift: Drift): Promise<string> {
  const { left, right } = drift;
  if (left === undefined || right === undefined) return '';
  const pictures = fileChangesHtml(pairVersions(await workflowsOf(left), await workflowsOf(right)));
  if (pictures === '') return '';
  return `<section>\n<h2>${html(pathsText(drift))}</h2>\n${pictures}</section>\n`;
}

async function workflowsOf({ open, part }: DriftItem): Promise<readonly Workflow[]> {
  const workflows = await readableWorkflows(open);
  const name = part.slice(part.indexOf(':') + 1);
  return part === '' ? workflows : workflows.filter((workflow) => workflow.name === name);
}
