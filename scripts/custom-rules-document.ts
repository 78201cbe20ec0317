/** Page about custom rules: a guide, and the reference of subjects and functions from the code. */
import { SUBJECTS } from '../src/analysis/custom-rules/expression.ts';
import { FUEL_LIMITS } from '../src/analysis/custom-rules/fuel.ts';
import type { Members } from '../src/analysis/custom-rules/member.ts';
import { SUBJECT_TYPES } from '../src/analysis/custom-rules/subject-types.ts';
import { TEXT_FUNCTIONS } from '../src/analysis/custom-rules/text-functions.ts';
import { FILE_WORK_LIMITS } from '../src/analysis/model/budget/file-work.ts';
import { FAMILIES } from '../src/analysis/model/data-flow/family.ts';
import { SINK_KINDS } from '../src/analysis/model/data-flow/flow.ts';
import { USER_PATTERN_LIMITS } from '../src/analysis/patterns/user-pattern.ts';
import { POLICY_LIMITS } from '../src/policy/limits.ts';
import { formatNumber } from '../src/text/format.ts';

const GUIDE = `# Custom rules

A custom rule reports what only your organisation minds: a host that goes away, a name that everybody must use, a step
that nothing may run without. You write it as a condition in a [policy pack](policy-packs.md); there is no code and
nothing to install. It runs wherever the pack does: in the service, on your machine and in a pipeline.

## Write one

Put a file into a folder of the pack and name the folder in \`pack.yaml\`: \`custom: [rules/*.yaml]\`.

\`\`\`yaml
kind: Rule
id: ACME-REL-001
title: Old ERP must be reached through the gateway
severity: high
platforms: [uipath]
on: activity
where: >-
  node.role in ["http", "ui"] && node.host in params.hosts
  && !node.ancestors.exists(a, a.name == "Gateway")
message: '"{node.name}" calls {node.host} directly.'
why: The old ERP is switched off in spring.
fix: Call the workflow Gateway instead.
params:
  hosts: { type: texts, default: [erp-old.corp.example], stricter: longer }
tests:
  invalid:
    - snippet: { uipath: '<ui:HttpClient EndPoint="http://erp-old.corp.example/x" />' }
  valid:
    - snippet: { uipath: '<ui:HttpClient EndPoint="http://erp.corp.example/x" />' }
\`\`\`

* \`on\` is what the rule looks at, one by one. \`where\` is a condition in [CEL](https://cel.dev): the rule reports every
  subject for which it is true. Parts that are switched off are no subjects.
* \`message\` says what is wrong here. Names stand in braces; values of settings cannot, as they may be secrets.
* \`params\` are options: \`rules\` and \`environments\` of a pack set them as those of any other rule.
* \`tests\` prove the rule: at least one workflow with the problem and one without it, for each platform.
  \`flowarden policy test\` runs them, and the service does when you publish the pack: if one fails, nothing is published.

\`flowarden policy lint\` checks the condition against the tables below and names the line of each mistake.

A file can hold several rules, each behind a line \`---\`. A rule is on in the pack that has it, and in packs that extend
that one. With \`rules: { ACME-REL-001: { locked: true } }\` they may make it stricter and nothing else: neither a build nor
the service accepts a pack that switches it off, makes it milder or changes its condition.

## Look at values and expressions

\`on: assignment\` shows the rule each name that gets a value, wherever the file says so: settings, arguments, variables,
headers, members of JSON and XML in a text, switches of command lines, objects in code. So one condition covers them all:

\`\`\`yaml
on: assignment
where: >-
  lower(assignment.name) in ["tenant", "tenantid", "x-tenant"]
  && assignment.value == "00000000-0000-0000-0000-0000000000aa"
message: '"{assignment.node.name}" sets {assignment.name} to the tenant of the tests.'
\`\`\`

\`on: expression\` shows it each expression, in any language: its source, what it calls, and its value where no run changes
that. This one finds code that reads a variable of the old machines, however the text is written:

\`\`\`yaml
on: expression
where: >-
  expression.calls.exists(c, lower(c.path) == "environment.getenvironmentvariable"
  && c.arguments.exists(a, a.value.startsWith("LEGACY_")))
message: '"{expression.node.name}" reads a variable of the old machines in "{expression.name}".'
\`\`\`

Such conditions see one place at a time.

## Follow data

\`kind: FlowRule\` reports [ways of data](data-flow.md): from where a password, an IBAN or the text of a mail comes in, to where your organisation does not want it.

\`\`\`yaml
kind: FlowRule
id: ACME-PRV-001
title: IBAN in a log
severity: high
platforms: [uipath]
family: personal
sinks: [log]
where: >-
  lower(flow.from.name).endsWith("iban")
  && !flow.steps.exists(s, s.holder in params.masked)
message: '"{flow.from.name}" reaches the {flow.to.words} of "{flow.to.step}".'
why: Our logs leave the European Union.
fix: Log the number of the invoice.
params:
  masked: { type: texts, default: [maskedIban], about: Variables that hold an account without its middle. }
tests:
  invalid:
    - snippet:
        uipath: |
          <x:Property Name="in_Iban" Type="InArgument(x:String)" />
          <ui:LogMessage DisplayName="Log" Message="[&quot;Pay to &quot; + in_Iban]" />
  valid:
    - snippet:
        uipath: |
          <x:Property Name="in_Iban" Type="InArgument(x:String)" />
          <ui:LogMessage DisplayName="Log" Message="Pay" />
\`\`\`

* \`family\` is what it follows: ${FAMILIES.map((name) => `\`${name}\``).join(', ')}. \`sinks\` are the places that count:
  ${SINK_KINDS.map((name) => `\`${name}\``).join(', ')}.
* \`where\` chooses among the ways; without it, the rule reports each. A way that is not certain is none of them.
* Ways lead through the files of a project, too, so a condition reads \`flow\` and \`params\`, not \`workflow\`. The finding has the way as its trace.
* Where data comes from, what passes it on and what makes it safe is what the [product knows](data-flow.md), and what the rule adds for itself.

### Steps and names of your own

Rows of a rule have the form of those of the product. They hold for this rule alone, so no rule makes another one milder.

\`\`\`yaml
kind: FlowRule
id: ACME-PRV-002
title: Record of an employee in a case
severity: high
platforms: [uipath]
family: personal
sources:
  - { steps: [GetEmployee], settings: [Employee], words: record of an employee }
  - { names: [staff_*], words: number of an employee }
sinks:
  - log
  - { sink: ticket, steps: [CreateCase], settings: [Notes], words: notes of the case }
barriers:
  - { steps: [Tokenise], settings: [Token] }
guards:
  - { functions: [IsPublic] }
message: 'The {flow.from.words} reaches the {flow.to.words} of "{flow.to.step}".'
why: Every agent of the service desk reads cases.
fix: Send the number of the case.
tests:
  invalid:
    - snippet:
        uipath: |
          <x:Property Name="staff_no" Type="InArgument(x:String)" />
          <ui:LogMessage DisplayName="Log" Message="[staff_no]" />
  valid:
    - snippet:
        uipath: |
          <x:Property Name="staff_no" Type="InArgument(x:String)" />
          <ui:LogMessage DisplayName="Log" Message="Done" />
\`\`\`

| row | what it says |
|---|---|
| \`sources\` | The rule follows this data alone: what steps give, or whatever has a name (variables, arguments, columns, fields). |
| an element of \`sinks\` with \`sink\` | Settings of a step are such a sink, besides the kinds that \`sinks\` names. |
| \`barriers\` | What these settings of a step give is safe, or what these functions return. |
| \`guards\` | In the branch behind a condition that calls one of these functions with the data, it is safe. Bots of Automation Anywhere have no functions in conditions. |

* \`steps\` are names of the vendor: \`GetEmployee\`, \`connector/operation\` of a cloud flow (as a source, its trigger too), \`Package/command\` of Automation Anywhere, \`object::action\` of Blue Prism.
  Where two rows have one step, each reports its way.
* \`settings\` are those that hold the data; \`output\` is what a step gives without a name, as an action of a cloud flow, whose other settings are called \`inputs.parameters.body/notes\` and the like. Without \`settings\`, all do.
* \`when\` has texts that other settings must have: \`when: { WorkflowFileName: "*Tokenise.xaml" }\`.
* Names are in any letter case, and \`*\` stands for any characters; at least two others stand beside it.
* The product sees what a step gives where the file says so: by the type of the setting, or by a variable in an output.

### Names for all rules

\`classes\` in \`pack.yaml\` tell every rule that follows data, those of the product too, which names hold data of a family:

\`\`\`yaml
classes:
  personal: [kundennummer, "*_staffno"]
  secret: [erp_schluessel]
\`\`\`

Packs that extend this one add names and take none away. \`flowarden policy explain\` lists the names and rows that a rule follows data by.

## Cost

The engine takes from the condition which roles, types and texts must occur, and looks at nothing else: begin it with
\`node.role\`, \`node.type\`, \`assignment.name\`, the name of a call, or a text.
`;

const table = (members: Members, prefix: string): string =>
  Object.entries(members)
    .map(([name, { type, texts, about }]) => {
      const call = texts === undefined ? name : `${name}(name)`;
      return `| \`${prefix}${call}\` | ${type.replace('<', ' of ').replace('>', '')} | ${about} |`;
    })
    .join('\n');

const HEAD = '| in a condition | type | what it is |\n|---|---|---|';

/** Types that stand in lists; the others are fields. */
const LISTED: ReadonlySet<string> = new Set(
  Object.values(SUBJECT_TYPES).flatMap((members) =>
    Object.values(members).flatMap(({ type }) => /^list<(\w+)>$/.exec(type)?.[1] ?? []),
  ),
);

/** Returns the page. */
export function customRulesDocument(): string {
  const { subjectStepsMax, workflowStepsMax, stepsPerActivity, charactersPerStep, patternWorkPerStep } =
    FUEL_LIMITS;
  const subjects = Object.entries(SUBJECTS).map(
    ([on, { name, type }]) => `### ${on}\n\n${HEAD}\n${table(SUBJECT_TYPES[type]!, `${name}.`)}`,
  );
  const named = new Set<string>(Object.values(SUBJECTS).map(({ type }) => type));
  const parts = Object.entries(SUBJECT_TYPES)
    .filter(([type]) => !named.has(type))
    .map(
      ([type, members]) =>
        `### ${type}${LISTED.has(type) ? ' in a list' : ''}\n\n${HEAD}\n${table(members, '')}`,
    );
  const functions = Object.entries(TEXT_FUNCTIONS).map(([name, { isMethod, type, about }]) => {
    const call = isMethod ? `text.${name}(other)` : `${name}(text)`;
    return `| \`${call}\` | ${type} | ${about} |`;
  });
  return `${GUIDE}
* One subject takes at most ${formatNumber(subjectStepsMax)} steps, and a rule ${formatNumber(workflowStepsMax)} in a
  workflow and ${stepsPerActivity} more for each activity. An element of a list is a step, as are
  ${charactersPerStep} characters of a text. A pattern takes a step for every ${patternWorkPerStep} of its instructions times characters: one of 50
  instructions may read texts of 300,000 characters, or 600,000 in a workflow. A search for a text that the workflow holds counts the
  characters of both. A rule beyond that counts as not evaluated, with its severity: XPL-ENG-002.
* All conditions of a pack and all patterns, also those in options of other rules, have ${formatNumber(FILE_WORK_LIMITS.fileUnitsMax)} units of work
  for a file together, about two seconds of a processor. A unit is a part of a condition, a character that a pattern reads, or an eighth of a step;
  patterns with counted repetitions of wide classes, as \`a.{12}[xy]\`, take hundreds of units a character. Rules that ask for more count as not
  evaluated, too: the gate never takes them for passed.
* A pattern has at most ${USER_PATTERN_LIMITS.charactersMax} characters, and compiles to at most ${formatNumber(USER_PATTERN_LIMITS.patternInstructionsMax)} instructions: about one for each character or class
  in it, times its repetitions. \`[A-Z]{8,64}\` has about 130.
* A pack has at most ${POLICY_LIMITS.customRulesMax} custom rules, of which ${POLICY_LIMITS.flowRulesMax} follow data and ${POLICY_LIMITS.flowRowRulesMax} of these have rows of their own, and ${formatNumber(POLICY_LIMITS.packPatternsMax)} different patterns, which compile to at most ${formatNumber(POLICY_LIMITS.packInstructionsMax)} instructions
  together.

\`flowarden policy lint\`, \`build\` and \`publish\` say what is beyond these limits, and where.

## Subjects

\`workflow\` is there for every subject but \`flow\`, which a \`FlowRule\` has, and \`params\` holds the options: \`params.hosts\`.

${subjects.join('\n\n')}

## Lists

Lists have \`exists(x, …)\`, \`all(x, …)\`, \`exists_one(x, …)\`, \`filter(x, …)\` and \`size()\`; \`value in list\` finds a text.

${parts.join('\n\n')}

## Functions

${HEAD}
${functions.join('\n')}

Texts have \`size()\` too. Conditions compare by \`==\`, \`!=\`, \`<\`, \`<=\`, \`>\`, \`>=\` and \`in\`, and join by \`&&\`, \`||\`,
\`!\` and \`? :\`. Patterns are those of [RE2](https://github.com/google/re2/wiki/Syntax), without look-around and
backreferences.
`;
}
