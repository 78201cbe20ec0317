/** Makes a whole export from a fragment, so that examples can be short. */

const WHOLE = /^\uFEFF?\s*<(?:\?xml|(?:bpr:)?release\b|process\b[^>]*\bbpversion=)/;
const PART = /^\s*<(environment-variable|credential|work-queue|webapiservice)\b/;
/** Elements that the flow does not run through. */
const NOT_A_STEP = /type="(?:Data|Collection|Block|Note|Recover|ProcessInfo|SubSheetInfo)"/;
const STAGE = /<stage\b[^>]*>/g;

function release(fragment: string, kind: string): string {
  const part = fragment
    .trim()
    .replace(`<${kind}`, `<${kind} xmlns="http://www.blueprism.co.uk/product/${kind}"`);
  return (
    '<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>Example</bpr:name>' +
    `<bpr:contents count="1">${part}</bpr:contents></bpr:release>`
  );
}

/** Returns a Start stage that leads to the first step of the fragment, else to the End stage `end`. */
function startStage(fragment: string): string {
  const steps = fragment.match(STAGE)?.filter((tag) => !NOT_A_STEP.test(tag)) ?? [];
  const first = steps[0]?.match(/stageid="([^"]*)"/)?.[1] ?? 'end';
  return `<stage stageid="start" name="Start" type="Start"><onsuccess>${first}</onsuccess></stage>\n`;
}

/**
 * Wraps stages into a process with that one page. Without a Start stage the first step is the start, and links may
 * lead to the End stage `end`. A part of a release (`<environment-variable …>`) gets a release round it.
 */
export function releaseSnippet(fragment: string): string {
  if (WHOLE.test(fragment)) return fragment;
  const kind = PART.exec(fragment)?.[1];
  if (kind !== undefined) return release(fragment, kind);
  const start = fragment.includes('type="Start"') ? '' : startStage(fragment);
  const end = fragment.includes('stageid="end"') ? '' : '<stage stageid="end" name="End" type="End"/>\n';
  return `<process name="Example" version="1.0" bpversion="7.2.0.0" narrative="">\n${start}${fragment}\n${end}</process>`;
}
