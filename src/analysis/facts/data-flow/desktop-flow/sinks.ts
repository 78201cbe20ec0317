/** Places where data of desktop flows does harm or gets out. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed, sinkRow } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const SENDS_MAIL = /^(?:email\.sendemail|outlook\.sendemail|exchange\.sendmessage)/i;
const WEB = /^web\.(?:invokewebservice|invokesoapservice|downloadfromweb)/i;
const BROWSES = /^webautomation\.(?:launch|gotowebpage|createnewtab)/i;

export const DESKTOP_FLOW_SINKS: readonly FlowRow[] = [
  sinkRow('html', 'HTML of the mail', {
    steps: SENDS_MAIL,
    property: ['Body'],
    when: [{ property: 'IsBodyHtml', is: /^true$/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('formula', 'cell', { steps: /^excel\.writetoexcel/i, property: 'Value', isWhole: true }),
  sinkRow('host', 'address', { steps: WEB, property: ['Url'], safe: MARK.behindHost }),
  sinkRow('host', 'address of a page', { steps: BROWSES, property: ['Url'], safe: MARK.behindHost }),
  sinkRow('sql', 'SQL statement', {
    steps: /^database\.executesqlstatement/i,
    property: ['Statement'],
    safe: MARK.quotesDoubled,
  }),
  sinkRow('script', 'script', {
    steps: /^(?:scripting|system)\.run\w*script/i,
    property: /^(?!.*(?:path|folder|file|output)).*(?:script|code|command)/i,
    safe: MARK.quotesDoubled,
  }),
  sinkRow('command', 'command', {
    steps: /^(?:scripting|system)\.rundoscommand/i,
    property: /command/i,
  }),
  sinkRow('command', 'program', {
    steps: /^system\.runapplication/i,
    property: ['ApplicationPath'],
    isWhole: true,
  }),
  sinkRow('delete-path', 'deleted path', {
    steps: /^(?:file|folder)\.delete/i,
    property: listed('Files Folder'),
    safe: MARK.behindRoot,
  }),
  sinkRow('path', 'path', {
    steps: /^(?:file|folder|compression|web\.downloadfromweb)\b/i,
    property: listed('File Files Folder Destination CSVFile NewName FilePath'),
    safe: MARK.behindRoot,
  }),
  sinkRow('prompt', 'prompt', { steps: /^(?:llm|aibuilder)\./i, property: /prompt|input|text/i }),
];
