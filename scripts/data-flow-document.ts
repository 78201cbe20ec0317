/** Page about data flow: a guide, with tables of what is followed from the rows and the rules. */
import { END_SOURCES_MAX } from '../src/analysis/engine/project/data-flow/closure.ts';
import { FLOW_ROWS } from '../src/analysis/facts/data-flow/flow-rows.ts';
import type { FlowRow } from '../src/analysis/facts/data-flow/row.ts';
import { type Family, MARK } from '../src/analysis/model/data-flow/family.ts';
import { isFlowRule } from '../src/analysis/model/data-flow/flow-rules.ts';
import { TRACE_MAX } from '../src/analysis/model/data-flow/trace.ts';
import type { ExpressionLanguage } from '../src/analysis/model/workflow.ts';
import { RULES } from '../src/analysis/rules/index.ts';
import { EDGES_MAX } from '../src/analysis/semantics/data-flow/across/summary.ts';
import { FOLLOWED_MEMBERS_MAX } from '../src/analysis/semantics/data-flow/search/fact.ts';
import { STEPS_BASE, STEPS_EACH } from '../src/analysis/semantics/data-flow/search/limit.ts';
import { SOURCES_MAX } from '../src/analysis/semantics/data-flow/seeds.ts';
import { pagePath } from '../src/rule-pages/page-file.ts';
import { formatNumber } from '../src/text/format.ts';
import { markdownTable } from '../src/text/markdown-table.ts';

const FILES: readonly (readonly [ExpressionLanguage, string])[] = [
  ['csharp', 'UiPath workflows'],
  ['workflow-definition', 'cloud flows'],
  ['robin', 'desktop flows'],
  ['a360', 'bots of Automation Anywhere'],
  ['blue-prism', 'Blue Prism processes and objects'],
];

const FAMILY_WORDS: Readonly<Record<Family, string>> = {
  secret: 'secrets',
  personal: 'personal data',
  untrusted: 'data from outside',
  download: 'downloaded files',
};

/** Returns words once each, with commas. */
const listed = (words: readonly string[]): string => [...new Set(words)].join(', ') || '–';

/** Returns whether a row gives data for certain; rules report no other. */
const isCertain = (row: FlowRow): boolean =>
  !('marks' in row && row.marks !== undefined && (row.marks & MARK.possible) !== 0);

const sourcesOf = (rows: readonly FlowRow[], family: Family): string =>
  listed(
    rows.flatMap((row) => ('family' in row && row.family === family && isCertain(row) ? [row.words] : [])),
  );

const channelsOf = (rows: readonly FlowRow[]): string =>
  listed(
    rows.flatMap((row) =>
      row.kind === 'channel' ? [row.channel === 'flow' ? 'request to a cloud flow' : row.channel] : [],
    ),
  );

const sourceTable = (): string =>
  markdownTable(
    ['in', 'secrets', 'data from outside', 'named channels'],
    FILES.map(([language, name]) => {
      const rows = FLOW_ROWS[language];
      return [name, sourcesOf(rows, 'secret'), sourcesOf(rows, 'untrusted'), channelsOf(rows)];
    }),
  );

const guardTable = (): string =>
  markdownTable(
    ['in', 'tests'],
    FILES.map(([language, name]) => [
      name,
      listed(FLOW_ROWS[language].flatMap((row) => (row.kind === 'guard' ? [row.words] : []))),
    ]),
  );

const ruleTable = (): string =>
  markdownTable(
    ['rule', 'title', 'follows', 'to'],
    RULES.filter(isFlowRule)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, title, follows }) => [
        `[${id}](../src/${pagePath(id)})`,
        title,
        FAMILY_WORDS[follows!.family],
        listed(follows!.sinks.map((sink) => sink.replaceAll('-', ' '))),
      ]),
  );

/** Returns `docs/data-flow.md`. */
export function dataFlowDocument(): string {
  return `# Data flow

Some rules follow data: from the step where a password, an IBAN or the text of a mail comes in, through variables, calls and
files, to the log, the mail or the SQL statement where it must not be. This page says what they see, how you read the way
that they report, and what they do not see.

## A password in a log of another file

A project has two workflows. \`Main.xaml\` reads a login, builds a line with the password, and calls \`Report.xaml\` with it:

\`\`\`xml
<Activity x:Class="Main" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:s="clr-namespace:System.Security;assembly=System.Private.CoreLib" xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <Sequence DisplayName="Sign in to the ERP">
    <Sequence.Variables>
      <Variable x:TypeArguments="s:SecureString" Name="erpLogin" />
      <Variable x:TypeArguments="x:String" Name="line" />
    </Sequence.Variables>
    <ui:GetRobotCredential DisplayName="Get login" AssetName="Erp" Username="[user]" Password="[erpLogin]" />
    <Assign DisplayName="Build line">
      <Assign.To><OutArgument x:TypeArguments="x:String">[line]</OutArgument></Assign.To>
      <Assign.Value><InArgument x:TypeArguments="x:String">["Signed in with " + New System.Net.NetworkCredential("", erpLogin).Password]</InArgument></Assign.Value>
    </Assign>
    <ui:InvokeWorkflowFile DisplayName="Report" WorkflowFileName="Report.xaml">
      <ui:InvokeWorkflowFile.Arguments>
        <InArgument x:TypeArguments="x:String" x:Key="in_Text">[line]</InArgument>
      </ui:InvokeWorkflowFile.Arguments>
    </ui:InvokeWorkflowFile>
  </Sequence>
</Activity>
\`\`\`

\`Report.xaml\` writes to the log whatever it gets:

\`\`\`xml
<Activity x:Class="Report" xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities" xmlns:ui="http://schemas.uipath.com/workflow/activities" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <x:Members>
    <x:Property Name="in_Text" Type="InArgument(x:String)" />
  </x:Members>
  <Sequence DisplayName="Report">
    <ui:LogMessage DisplayName="Write log" Level="Info" Message="[in_Text]" />
  </Sequence>
</Activity>
\`\`\`

Each file alone looks harmless. \`flowarden validate invoices\`, with both files and the \`project.json\` in the folder \`invoices\`,
prints besides other findings:

\`\`\`text
Across files
  critical  Secret flows into a log  XPL-SEC-005
            line 6: Report.xaml › Report › Report › Write log › Message
            The password of "Get login" reaches the log message of "Write log" through "line" and "in_Text". More people read logs than the vault, and logs are copied into other systems and kept for years. A reader of the log can sign in with the secret.
            1. Main.xaml, line 7: "Get login" gives the password in "erpLogin".
            2. Main.xaml, line 8: "Build line" joins it into "line".
            3. Main.xaml, line 14: "Report" gives it to "Report" as "in_Text".
            4. line 3: "Report" receives it as "in_Text".
            5. line 6: "Write log" has it in its log message.
\`\`\`

The finding is at the last step: there the data does harm. Read the way from its end, and choose the step that is wrong. Here
it is the second one: the line needs no password. Where the log is the mistake, change that.

Across files, ways are followed only where the files are judged together: a folder, an archive or several paths. A file that
is sent alone, and each file of \`--staged\`, has the ways inside it and no others.

## What is followed

* **Secrets**: what steps read from vaults and credential stores, values of protected types, and variables, fields and items with the name of
  a secret, such as \`Config("ErpPassword")\`.
* **Personal data**: variables, columns, fields and items with a name such as \`IBAN\`, \`date of birth\` or \`passport number\`. The values
  are never looked at.
* **Data from outside**: what others than the author of the workflow write.
* **Downloaded files**: the path of a file that a step downloads or takes from a mail, to the step that runs it.

${sourceTable()}

The way goes on

* through variables, fields of records and items of lists with a fixed key, in the order in which the steps run: a value that another one replaces is gone;
* through expressions that keep the text: joining, trimming, replacing, encoding, converting to text and back;
* through arguments and results of calls: workflows, child flows, sub-bots, pages, actions of Blue Prism objects. Data that a callee gives back goes to
  the caller that gave it, and to no other;
* through the channels of the table, where both sides name the same one in fixed text: what one workflow puts into the queue \`Orders\` another
  one takes out. There is one clipboard. A request whose address is that of a cloud flow's trigger gives the flow its body; of a body that is
  joined of text, the name before a value says which member it is.

## Rules that follow data

${ruleTable()}

[PAF-SEC-010](../src/${pagePath('PAF-SEC-010')}) follows data from outside into filters, within one cloud flow.

Of data from outside, several rules report only what people outside your organisation can write: mails, requests, answers to forms, chats,
documents, answers of language models. Their pages have examples.

## What ends a way

* **Another value**: the variable gets one before the data arrives.
* **Numbers and tests**: \`CInt(…)\`, \`DateTime.Parse(…)\`, lengths, counts, comparisons, and variables whose type holds no text.
* **A part of a secret or of personal data**: \`Right(iban, 4)\` and other functions that cut, mask or hash it.
* **A protected type**: a SecureString, a credential or a password item is safe in a log. \`.Password\` or an assignment to a text opens it.
* **Protection by the platform**: Secure Inputs and Outputs of a cloud flow, stage logging that is off in Blue Prism.
* **Encoding for the place**: doubled quotation marks for SQL, \`uriComponent\` or \`EscapeDataString\` for an address and HTML, \`HtmlEncode\` for HTML.
  Each is safe for its own place and for no other.
* **Fixed text before it**: behind \`https://erp.example/\` data no longer chooses the host, behind \`C:\\Invoices\\\` no longer the folder.
* **Functions and steps that are not known**: they may check the data, or make something else of it.
* **A test that it has passed**: data from outside ends on the branch of a condition where it is one of the values that you know, and behind the
  condition where the other branch ends the run. It does not end where a handler catches the error of that other branch and goes on, where the
  "list" is a text or a part of the same data, or where the pattern has a part that takes nearly anything (\`.\`, \`[^…]\`, \`\\S\`, \`|\` outside of brackets):

${guardTable()}

The list is yours: nobody checks what \`allowed\` holds. Conditions that say less end no way: behind \`If name <> ""\`, \`If File.Exists(path)\` or
\`If text.Contains(name)\` of a text the finding stays. A password stays one, whatever it is compared with.

## Reading a way

A way has at most ${TRACE_MAX} steps; of a longer one the first and the last remain, and the step before the gap says how many are missing.

| where | how |
|---|---|
| text | numbered lines below the finding. A step in another file begins with its path |
| \`--format json\` | \`trace\` of the finding: \`how\`, \`file\` (absent for the finding's own), \`location\`, \`sourceLineNumber\`, \`property\`, \`sentence\` |
| SARIF | one \`codeFlow\`: GitHub and editors with a SARIF viewer walk it through the files |
| REST and gRPC | \`trace\` of \`GET /api/v1/results/{validationId}/findings/{findingId}\` |
| finding panel | *How the data gets there*, with file and line |
| picture | a numbered line through the steps of a way inside one file. \`.\` goes to its next step, \`,\` to the one before |

\`how\` is \`source\` for the first step and \`sink\` for the last one; between them \`assigned\`, \`joined\` (into a longer text), \`passed\` (by a step or a
channel), \`called\` (into another page or file) and \`returned\`. Names are those of the file; values never stand in a way.

Where several sources reach one place, one finding reports the place and says how many more there are. The finding keeps its identity while steps
between its ends change, so its exception does too.

## When a step makes the data safe

Nothing tells the rules that a function or a step of your own checks or masks data; they have no option for it. In this order:

1. Use a function of the list above where one fits: it says what you mean to people, too.
2. Waive the finding: by an [exception](exceptions.md), or up to the severity medium by a [note](exceptions.md#notes-in-the-designer) at its last step. Say which step
   makes the data safe. For a way between files, you request the exception for the result of the project.
3. Where a rule does not fit your work at all, a [policy pack](policy-packs.md) switches it off or lowers its severity.

[Custom rules](custom-rules.md#follow-data) of a pack choose ways by names of their ends and steps, and sinks of their own choice.

## Limits

| what | at most | beyond it |
|---|---|---|
| sources of a kind of data in a workflow | ${SOURCES_MAX} | further ones count as the last, and the finding says how many |
| sources of a kind at one member of an argument, result or channel of another file | ${END_SOURCES_MAX} | further ones are not followed there |
| members of a name that is followed, as \`body.value.key\` | ${FOLLOWED_MEMBERS_MAX} | counts as all members below |
| ways of one workflow between its arguments, calls and channels | ${formatNumber(EDGES_MAX)} | not evaluated |
| steps of the search in a workflow | ${formatNumber(STEPS_BASE)}, ${STEPS_EACH} more for each activity and ${2 * STEPS_EACH} for each expression | not evaluated |
| steps of the search across files | ${formatNumber(STEPS_BASE)}, and ${STEPS_EACH} more for each end and way | not evaluated |

*Not evaluated*: what was found until then is reported, and
[XPL-ENG-002](../src/${pagePath('XPL-ENG-002')}) adds for each rule concerned \`The rule XPL-SEC-005 ("Secret flows into a log") failed before it had looked at
everything here.\`, with the severity of that rule. The gate never takes such a file for passed. Divide the workflow, or request an exception.

## What is not followed

* Values that no name shows: a key, a queue or a path that is computed at run time, a workflow whose name is computed, an item by its number.
* Conditions: what a branch depends on. A text that is set to *yes* because of a password is not the password.
* Text of an error from the file that throws it to a handler in another one, and in desktop flows and Blue Prism. Inside a UiPath workflow and a bot of
  Automation Anywhere, what a step throws goes to the handler around it. That it gets into an error text is reported everywhere.
* Code: what Invoke Code, scripts, macros and SQL do inside. Libraries, custom activities and bots that are not among the files.
* Who called a page of Blue Prism: what one stage hands in comes back to every stage that calls the page. Across files it comes back to the caller alone.
* The order of runs: a channel is taken as written before it is read, whichever workflow runs first.
* From one branch of a Parallel into another one. What a branch writes is followed behind the Parallel.
* Into another project: a way ends at the queue. Which workflows of other projects and platforms take items out of it is in the [list of channels](estate.md#who-feeds-whom), and
  XPL-PRV-007 reports what they let out.
* Channels of other kinds or platforms: databases, sheets, mailboxes, environment variables of a solution, queues of Automation Anywhere. What comes
  out of them is data from outside again, and a secret in them is known by its name alone.
* Personal data whose name does not say so. Names are read in English, with the most usual words of a few other languages.
`;
}
