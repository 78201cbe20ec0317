/** Paths of generated copies, of development environments, and of builds. */
import { isFromMacos } from '../zip/foreign-members.ts';

const GENERATED =
  /(?:^|\/)(?:\.agent-builder|\.codedworkflows|\.local|\.tmh|\.git|\.settings|node_modules|bin|obj)\//i;

/** Process that Studio Web makes of a case plan, beside it. */
const OF_CASE = /(?:^|\/)caseplan\.json\.bpmn$/i;

/** Returns whether no person has written the file with this path for the automation. */
export const isGenerated = (path: string): boolean =>
  GENERATED.test(path) || OF_CASE.test(path) || isFromMacos(path);
