/** Finds objects that act on screens while other sessions may do so, too. */
import { isLive } from '../../model/navigate.ts';
import { ACTS_ON_SCREEN } from '../../patterns/blue-prism/screen-stages.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-REL-016', {
  level: 'workflow',
  types: [...ACTS_ON_SCREEN],
  *check({ name, kind, settings, activities }) {
    if (kind !== 'blue-prism-object' || settings.get('runmode')?.toLowerCase() !== 'background') return;
    const first = activities.find((stage) => ACTS_ON_SCREEN.has(stage.type) && isLive(stage));
    if (first === undefined) return;
    yield {
      at: first,
      subject: 'runmode',
      message: `The object "${name}" has the run mode Background and acts on the screen, first in "${first.name}".`,
    };
  },
});
