import type { FrameworkTable } from './framework.ts';

/** Number of a weakness → our short name. */
const NAMES = `
20 Input that is not checked
22 Path that leaves its folder
73 Outside data names a file
78 Command built from data
79 Script in a page
89 SQL built from data
94 Code built from data
129 Index that is not checked
200 Data for the wrong eyes
201 Sensitive data sent out
209 Error text that tells too much
248 Exception that nobody catches
250 More rights than needed
252 Result that nobody checks
256 Stored password in clear text
261 Password that is only encoded
266 Rights for the wrong account
284 Wrong access control
295 Certificate that nobody checks
306 No sign-in
312 Stored data in clear text
316 Secret in clear text in memory
319 Data in clear text on its way
321 Key in the code
326 Encryption too weak
327 Broken cryptography
358 Security check done wrong
359 Personal data exposed
362 Race
372 Unclear state
390 Error noticed and ignored
391 Error that nobody checks
393 Wrong status reported
394 Unexpected status
396 Catch that takes everything
397 Throw that says nothing
441 Acts for another without limits
456 Variable that is not set
457 Use of a variable that is not set
459 Clean-up incomplete
470 Outside data chooses the code
474 Function that differs by platform
476 Use of a missing value
478 No default case
489 Leftovers of debugging
494 Code loaded without a check
502 Objects made of untrusted data
506 Hidden malicious code
522 Credential without protection
532 Sensitive data in a log
546 Note about unfinished work
549 Password shown while typed
561 Code that never runs
563 Unused value
570 Condition that is never true
571 Condition that is always true
573 Interface used against its rules
598 Secret in an address
611 XML that reads other files
628 Call with wrong arguments
665 Wrong start value
667 Lock handled wrong
670 Control flow that is always wrong
674 Recursion without an end
682 Wrong calculation
694 Name that is taken
696 Steps in the wrong order
703 Exceptional case handled wrong
704 Wrong conversion
732 Shared with too many
754 Exceptional case not checked
755 Failure handled badly
758 Behaviour that is not defined
770 No limit on resources
772 Resource that stays open
778 Too little in the log
798 Secret in the file
829 Part of an untrusted source
833 Deadlock
835 Loop without an end
841 Order of work not enforced
862 Nobody checks the right to do it
918 Outside data chooses the server
943 Query built from data
1007 Characters that look like others
1041 Repeated code
1049 Too many queries
1050 Resource used up in a loop
1051 Fixed network address
1059 Missing documentation
1064 Too many parameters
1071 Empty block
1075 Work outside of its place
1080 File too long
1085 Code in comments
1099 Names without a convention
1104 Part without maintenance
1120 Too complex
1121 Too many branches
1124 Nested too deeply
1164 Code that is not needed
1188 Insecure default
1236 Formula in a table file
1284 Quantity that is not checked
1357 Part that nobody vouches for
1426 Answer of a model not checked
1427 Prompt built from outside data`;

/** Weaknesses by the numbers of CWE. */
export const CWE: FrameworkTable = {
  about: 'Common Weakness Enumeration',
  prefix: 'CWE-',
  hides: 'Weaknesses that show only at run time.',
  reason: 'Each of its rules looks for this weakness in the file.',
  controls: NAMES.trim()
    .split('\n')
    .map((line) => {
      const end = line.indexOf(' ');
      return { number: line.slice(0, end), title: line.slice(end + 1) };
    }),
};
