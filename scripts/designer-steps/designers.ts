/** Designers of each platform, and the ones with steps for a rule. */
import type { Platform } from '../../src/analysis/model/platform.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { CONTROL_ROOM } from './automation-anywhere.ts';
import { BLUE_PRISM_STUDIO } from './blue-prism.ts';
import { CLOUD_FLOW_DESIGNER } from './cloud-flow.ts';
import type { DesignerGuide } from './designer-guide.ts';
import { POWER_AUTOMATE_DESKTOP } from './desktop-flow.ts';
import { UIPATH_STUDIO } from './uipath.ts';

/** Designers of each platform. */
export const DESIGNERS: Readonly<Record<Platform, readonly DesignerGuide[]>> = {
  uipath: [UIPATH_STUDIO],
  'power-automate': [CLOUD_FLOW_DESIGNER, POWER_AUTOMATE_DESKTOP],
  'automation-anywhere': [CONTROL_ROOM],
  'blue-prism': [BLUE_PRISM_STUDIO],
};

/** Returns the designers in which a finding of a rule can be fixed, without those that lack steps for it. */
export function designersOf({ id, platforms }: Rule): readonly DesignerGuide[] {
  return platforms.flatMap((platform) => DESIGNERS[platform]).filter(({ steps }) => steps.has(id));
}
