/** Text of `flowarden validate --help`. */
import { PLATFORM_NAMES, PLATFORMS } from '../../analysis/model/platform.ts';
import { ENFORCEMENT_MODES } from '../../analysis/model/report.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS } from '../../analysis/model/ruleset.ts';
import { REPORT_FORMATS } from '../../analysis/report/formats/formats.ts';
import { RULE_LEVELS } from '../../policy/source/rule-levels.ts';
import { CONFIG_NAME } from '../config/config-file.ts';
import { FRAME_KINDS } from './arguments.ts';

/** Usage of `flowarden validate`. */
export const USAGE = `flowarden validate [path]... [options]

Each path is a file, a folder or an archive; \`-\` is a file on standard input. The files
of a folder or an archive are also judged together, as one project. A file that two paths
contain is judged once. Without a path, those of ${CONFIG_NAME} are judged. After \`--\` every argument is a path, even if it begins with "-".

  --platform P           ${PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]).join(' | ')}
                         (default: recognised by content)
  --policy PATH          judge by this policy pack instead of a ruleset: a built file, or its folder
  --environment E        environment of the policy pack
  --trust FILE           trusted keys: the policy pack must be signed by one of them
  --ruleset R            ${Object.keys(BUILTIN_RULESETS).join(' | ')} (default: default)
  --rule RULE=LEVEL      override a rule for this run: ${RULE_LEVELS.join(' | ')}.
                         Every report names it; locked rules stay. Repeat it for several
  --fail-on-override     end with 2 if --rule overrides anything: for pipelines
  --enforcement-mode M   ${ENFORCEMENT_MODES.join(' | ')} (default: warning)
  --fail-on S            ${SEVERITIES.join(' | ')}: block on findings of this severity or
                         worse, in the mode blocking, which it implies (default: high)
  --format F[=FILE]      text | json | ${Object.keys(REPORT_FORMATS).join(' | ')}
                         (default: text). Repeat it for several formats: each goes to its file,
                         at most one to standard output
  --baseline FILE        findings in this file are known and do not block (see flowarden baseline)
  --strict-baseline      end with 2 if the baseline has findings that are gone
  --since REVISION       findings that were there at this commit, branch or tag are known
  --new-only             leave known findings out of the reports
  --staged               judge the staged files, each by itself, before a commit
  --fix                  mend what can be mended safely first (see flowarden fix); --yes: without
                         a question
  --exclude PATTERN      leave out files of folders and archives, by a pattern as in .gitignore;
                         repeat it for several
  --no-gitignore         judge also what Git ignores; tracked files are always judged
  --stdin-filename F     name of the file on standard input in reports
  --include-vendor       judge unchanged objects of the vendor like your own
  --include-logic-apps   judge workflows of Azure Logic Apps (Standard) like cloud flows
  --show-suppressed      list waived findings in the text report too
  --config FILE          read this file instead of the nearest ${CONFIG_NAME}
  --no-config            read no ${CONFIG_NAME}
  --frames F             what the text report shows of a place: ${FRAME_KINDS.join(' | ')}.
                         designer: the step among its neighbours; source: lines of the file
  --all                  list every file and finding in the text report, not the worst alone
  --summary              the text report has the totals alone
  --quiet                the text report has the findings alone; no progress, no notes
  --allow-empty          a path without a workflow is a note, not an error
  -h, --help             print this

Exit codes, in every enforcement mode:
  0   every workflow was judged, and none is blocked
  1   blocked (only with --enforcement-mode blocking or --fail-on)
  2   not everything could be judged: a wrong path or option, a path without a workflow,
      a file that cannot be read or is damaged
`;
